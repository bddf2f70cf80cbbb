"""Walks of the page of `synthetic` on a narrow screen and in the dark."""

SMALLEST = """
const small = [];
for (const element of document.querySelectorAll('body *')) {
  const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (isText && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 11) small.push(element.outerHTML);
}
return small;
"""
CONTRASTS = """
const light = (text) => {
  const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(part);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = light(getComputedStyle(document.body).backgroundColor);
return [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility() && element.innerText).map((element) => {
  const ends = [behind, light(getComputedStyle(element).color)].sort((a, b) => a - b);
  return (ends[1] + 0.05) / (ends[0] + 0.05);
}).reduce((a, b) => Math.min(a, b));
"""


def walk_a_narrow_screen(walk):
    """Panes are below each other, nothing is wider than the screen, and text is large enough."""
    with screen(walk, 400, 800):
        left, right = (walk.driver.find_element("id", name).rect for name in ["left", "right"])
        assert right["y"] >= left["y"] + left["height"] - 1, "the panes are beside each other"
        wide = walk.driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 400, f"the page is {wide} pixels wide"
        small = walk.driver.execute_script(SMALLEST)
        assert not small, small
        walk.press("1", "Home", "d")
        assert "cycle 10" in walk.status(), walk.status()


def walk_in_both_themes(walk):
    """Text stands out from what is behind it, as WCAG asks of small text."""
    for scheme in ["light", "dark"]:
        theme(walk, scheme)
        least = walk.driver.execute_script(CONTRASTS)
        assert least >= 4.5, f"{scheme}: a contrast of {least:.2f}"
    theme(walk, "light")


def theme(walk, scheme):
    """Prefers a scheme of colours."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    walk.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


class screen:
    """A screen of another size within a block."""

    def __init__(self, walk, width, height):
        self.driver, self.size = walk.driver, (width, height)

    def __enter__(self):
        self.resize(*self.size)

    def __exit__(self, *_):
        self.resize(1400, 900)

    def resize(self, width, height):
        """Gives the screen a size in CSS pixels."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
