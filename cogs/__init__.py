"""The slash commands, one file a family. Each adds its commands to the group `/myllymatti`."""
