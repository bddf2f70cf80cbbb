"""A page of recordings in a browser, walked by keyboard alone."""

import contextlib
import pathlib

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service

CHROMIUM = "/usr/bin/chromium"
DRIVER = "/usr/bin/chromedriver"
NAMED = {
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
    "Tab": Keys.TAB,
    "Left": Keys.ARROW_LEFT,
    "Right": Keys.ARROW_RIGHT,
    "Up": Keys.ARROW_UP,
    "Down": Keys.ARROW_DOWN,
    "Home": Keys.HOME,
    "End": Keys.END,
    "PageUp": Keys.PAGE_UP,
    "PageDown": Keys.PAGE_DOWN,
}
MODIFIERS = {"Shift": Keys.SHIFT, "Ctrl": Keys.CONTROL}


class Walk:
    """A page that is open. What it shows is read as people and their screen readers find it."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, page):
        """Opens a file and waits until the page shows its recordings, or why it cannot."""
        self.driver.get(pathlib.Path(page).resolve().as_uri())
        self.driver.set_script_timeout(60)
        self.driver.execute_async_script("window.heddle.ready.then(arguments[0])")

    def press(self, *keys, times=1):
        """Presses keys by their names, such as `n`, `Enter` or `Shift+Left`, one after the other."""
        for _ in range(times):
            for key in keys:
                self._press(key)
        # Pictures are drawn before the next frame of the screen.
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def _press(self, key):
        *modifiers, last = key.split("+") if len(key) > 1 else [key]
        actions = ActionChains(self.driver)
        for modifier in modifiers:
            actions.key_down(MODIFIERS[modifier])
        actions.send_keys(NAMED.get(last, last))
        for modifier in reversed(modifiers):
            actions.key_up(MODIFIERS[modifier])
        actions.perform()

    def tab_to(self, name):
        """Presses Tab until the part with an accessible name that begins so has the focus."""
        for _ in range(60):
            if self.focused().startswith(name):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to `{name}`")

    def focused(self):
        """The accessible name of the part that has the focus."""
        return self.driver.switch_to.active_element.accessible_name

    def choose(self, option):
        """Chooses an option of the `<select>` that has the focus."""
        self.press("Home")
        options = self.driver.switch_to.active_element.find_elements(By.TAG_NAME, "option")
        self.press("Down", times=[element.text for element in options].index(option))

    def status(self):
        """What the page says about the last movement."""
        return self.text("[role=status]")

    def text(self, selector):
        """The text of the first element of a selector."""
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def texts(self, selector):
        """The texts of all elements of a selector."""
        return [element.text for element in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def is_visible(self, selector):
        """Whether an element of a selector can be seen."""
        return any(element.is_displayed() for element in self.driver.find_elements(By.CSS_SELECTOR, selector))

    def rows(self, selector):
        """The texts of the cells of each row of a table."""
        rows = self.driver.find_elements(By.CSS_SELECTOR, f"{selector} tbody tr")
        return [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "td, th")] for row in rows]

    def row(self, number):
        """The numbers of a line of the source under each recording, with its number or name at the left."""
        for cells in self.rows("#source"):
            if str(number) in cells[:2]:
                return [first(cell) for cell in cells[2:]]
        raise AssertionError(f"no row {number}")

    def totals(self):
        """The sums at the foot of the source."""
        cells = self.driver.find_elements(By.CSS_SELECTOR, "#total td.heat")
        return [first(cell.text) for cell in cells]

    def card(self, number):
        """The text of what a recording, counted from 1, does in the cursor's cycle."""
        return self.texts("#moment .card")[number - 1]

    def timings(self):
        """Milliseconds of script: `load`, and `draws`, one for each time that the pictures were drawn."""
        return self.driver.execute_script("return window.heddle.timings")

    def state(self):
        """What `window.heddle.state()` tells."""
        return self.driver.execute_script("return window.heddle.state()")

    def errors(self):
        """What the browser's console complains about."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


def first(text):
    """The number of a cell, without its share in percent."""
    return text.split(" ")[0]


@contextlib.contextmanager
def browser(width=1400, height=900, is_dark=False):
    """A browser without a window, which ends with the block."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        yield Walk(driver)
    finally:
        driver.quit()
