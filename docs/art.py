"""The twelve court heads of `bot/art/heads`, cut out of a set of playing cards.

    make art ARGS=package.tgz        (needs Debian's `chromium`)

The archive is the npm package @heruka_urgyen/react-playing-cards 0.5.0; it must be that one, byte for byte.
Of each court card the upper half of the figure is kept, without frame and pip, in this project's colours and
on its paper. Running it again writes the same files.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
import tarfile
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from playwright.sync_api import sync_playwright

from bot.art.faces import HEADS
from bot.art.palette import COLOURS, mixed

CHROMIUM = "/usr/bin/chromium"
SHA512 = (
    "a3fb52c41208746250602c0044733375d8d8d2161dc716195e2c8257383c16e4"
    "0d0ab9d597c9f59a82a3ce391154aeea310191dc50a9ae89a0da4a70f39a50f8"
)
SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
INKS = {"red": "red", "#44F": "court blue", "#FC4": "court gold", "black": "ink", "white": "paper"}
"""The set's five colours, and ours."""
WIDTH, HEIGHT = 240, 228


def hexed(name: str) -> str:
    """A colour of ours as SVG writes it."""
    return "#" + bytes(COLOURS[name]).hex()


def head(card: str, svg: str) -> str:
    """The upper half of a court card's figure, as a page."""
    ElementTree.register_namespace("", SVG[1:-1])
    ElementTree.register_namespace("xlink", XLINK[1:-1])
    root = ElementTree.fromstring(svg)  # noqa: S314 - the archive is the known one
    figure = re.compile(rf"#{card[1]}{card[0]}\d+$")
    kept = [
        child
        for child in root
        if child.tag in (f"{SVG}symbol", f"{SVG}defs") or figure.match(child.get(f"{XLINK}href", ""))
    ]
    for child in list(root):
        if child not in kept:
            root.remove(child)
    for part in root.iter():
        for ink in ("fill", "stroke"):
            if part.get(ink) in INKS:
                part.set(ink, hexed(INKS[part.get(ink, "")]))
    root.set("viewBox", f"-52 -100 104 {104 * HEIGHT / WIDTH}")
    root.set("width", str(WIDTH))
    root.set("height", str(HEIGHT))
    paper = hexed("paper")
    return f"<body style='margin:0;background:{paper}'>{ElementTree.tostring(root, encoding='unicode')}"


def inks() -> Image.Image:
    """A palette of our five colours and of what lies between each two of them."""
    ours = [COLOURS[name] for name in INKS.values()]
    between = [mixed(a, b, n / 8) for a, b in combinations(ours, 2) for n in range(1, 8)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in ours + between for part in colour])
    return palette


def main() -> None:
    """Check the archive, draw each head, write it."""
    archive = Path(sys.argv[1]).read_bytes()
    if hashlib.sha512(archive).hexdigest() != SHA512:
        raise SystemExit(f"{sys.argv[1]} is not @heruka_urgyen/react-playing-cards 0.5.0")
    palette = inks()
    with (
        tarfile.open(fileobj=io.BytesIO(archive)) as files,
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        ) as browser,
    ):
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=4)
        for card in [rank + suit for suit in "SHDC" for rank in "JQK"]:
            svg = files.extractfile(f"package/src/images/2color-bf/{card}.svg")
            assert svg is not None
            page.set_content(head(card, svg.read().decode()))
            shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            small = shot.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
            small.quantize(palette=palette, dither=Image.Dither.NONE).save(
                HEADS / f"{card}.png", optimize=True
            )


if __name__ == "__main__":
    main()
