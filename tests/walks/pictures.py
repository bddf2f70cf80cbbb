"""Takes three pictures of the page of examples/quicksort.cl, in light and dark, for README and book. scripts/pictures --pages runs it.

The runs are those of docs/view.md. Each picture is what the keys of a walk lead to.
"""

import base64
import pathlib
import tempfile

from quicksort import MECHANISMS, SOURCE, heddle
from walk import browser

MACHINE = ["--preset", "fung2009", "--set", "cores=1", "--block-order", "clang", "--trace-cycles", "0..60000"]
RUN = [SOURCE, "--global", "512", "--args", "random:16384", "32", *MACHINE]
WIDTH, HEIGHT = 1280, 800

# The state below the page, without the rest of the page and as high as what it shows; a reader scrolls it.
STATE = """
const moment = document.getElementById('moment');
moment.style.height = '0';
moment.style.height = `${moment.scrollHeight + 8}px`;
const {x, y, height} = moment.getBoundingClientRect();
const right = [...moment.querySelectorAll('table, li span, h4 span')].map((part) => part.getBoundingClientRect().right);
return {x, y, width: Math.max(...right) + 16, height, scale: 1};
"""
# Pictures below each other as one, without loss.
JOINED = """
const [parts, ground, done] = arguments;
const image = async (part) => {
  const image = new Image();
  image.src = `data:image/png;base64,${part}`;
  await image.decode();
  return image;
};
Promise.all(parts.map(image)).then((images) => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...images.map((image) => image.width));
  canvas.height = images.reduce((sum, image) => sum + image.height, 0);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let y = 0;
  for (const image of images) {
    context.drawImage(image, 0, y);
    y += image.height;
  }
  done(canvas.toDataURL('image/webp', 1).split(',')[1]);
});
"""


def recorded(folder):
    """The page of all mechanisms, and those of each by itself, by name."""
    files = {mechanism: folder / f"{mechanism}.rec" for mechanism in MECHANISMS}
    for mechanism, file in files.items():
        heddle("run", *RUN, "--mechanism", mechanism, "--record", file, "--brief")
    pages = {"all": list(files.values()), **{mechanism: [file] for mechanism, file in files.items()}}
    for name, of in pages.items():
        heddle("view", *of, "--out", folder / f"{name}.html")
    return {name: folder / f"{name}.html" for name in pages}


def shot(walk, clip=None):
    """The screen, or a part of it, as PNG in base 64."""
    options = {"clip": clip} if clip else {}
    return walk.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", **options})["data"]


def state(walk):
    """What the mechanism holds in the cursor's cycle."""
    walk.press()
    return shot(walk, walk.driver.execute_script(STATE))


def lines(walk, pages):
    """Source and lanes by time about the first divergent branch, with its line chosen."""
    walk.open(pages["all"])
    walk.press("1", "Home", "d", "Enter")
    walk.press("+", times=4)
    return [shot(walk)]


def stack(walk, pages):
    """The stack before the first divergent branch and after it."""
    walk.open(pages["pdom"])
    walk.press("1", "Home", "d")
    before = state(walk)
    walk.press("]")
    return [before, state(walk)]


def pool(walk, pages):
    """Groups and pool where threads of two warps issue together for the first time."""
    walk.open(pages["dwf"])
    walk.press("1", "Home", "j")
    return [state(walk)]


def take(walk, pages, scheme, folder):
    """Takes all pictures in one scheme."""
    for picture, height in [(lines, HEIGHT), (stack, HEIGHT), (pool, 2 * HEIGHT)]:
        metrics = {"width": WIDTH, "height": height, "deviceScaleFactor": 1, "mobile": False}
        walk.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        parts = picture(walk, pages)
        ground = walk.driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        # The page loads nothing, not even pictures.
        walk.driver.get("about:blank")
        joined = walk.driver.execute_async_script(JOINED, parts, ground)
        file = folder / f"page-{picture.__name__}-{scheme}.webp"
        file.write_bytes(base64.b64decode(joined))
        print(f"{file}: {file.stat().st_size:,} bytes")


def main(folder):
    """Takes the pictures into a folder."""
    with tempfile.TemporaryDirectory() as name:
        pages = recorded(pathlib.Path(name))
        for scheme in ["light", "dark"]:
            with browser(WIDTH, HEIGHT, is_dark=scheme == "dark") as walk:
                take(walk, pages, scheme, folder)
