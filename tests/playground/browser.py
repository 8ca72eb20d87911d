"""A browser tab on the playground's page, controlled as a person would."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self, TypeVar

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.needs import CHROMIUM
from tests.patience import PATIENCE

T = TypeVar("T")

MESSAGES = "#channel-message-list article"
ALL = "return [...document.querySelectorAll(arguments[0])]"
PASSING = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)


class Tab:
    """The page, seen by one member at a time; every method waits for what it needs."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self._driver = driver

    @classmethod
    @contextmanager
    def at(cls, url: str, *, width: int = 1280, height: int = 1000) -> Iterator[Self]:
        options = webdriver.ChromeOptions()
        options.binary_location, chromedriver = CHROMIUM.paths
        options.add_argument("--headless=new")
        options.add_argument("--no-sandbox")  # Chromium has none for root
        options.add_argument("--disable-dev-shm-usage")
        options.add_argument("--disable-gpu")  # nor a process that looks for a GPU
        options.add_argument("--disable-extensions")
        options.add_argument("--disable-background-networking")
        options.add_argument("--force-prefers-reduced-motion")  # no animations
        options.add_argument(f"--window-size={width},{height}")
        driver = webdriver.Chrome(options, Service(chromedriver))
        try:
            driver.get(url)
            yield cls(driver)
        finally:
            driver.quit()

    def visit(self, url: str) -> None:
        """Go to another page."""
        self._driver.get(url)

    def become(self, name: str) -> None:
        """Look at the channel as the member ``name``."""
        member = self.until(lambda: self._member(name))
        self._settled()
        self.until(lambda: self._look_as(member))
        self._settled()

    def say(self, text: str) -> None:
        """Type a message and send it."""
        self.type(text)
        self.send()

    def type(self, text: str) -> None:
        """Type a message, and leave it unsent."""
        self._settled()
        self.until(lambda: self._type("#channel-composer-input", text))

    def send(self) -> None:
        """Send the typed message, and wait until the channel shows another message."""
        before = self.messages()  # not their number: the page shows a limited number
        self.until(self._send)
        self.until(lambda: self.messages() != before)
        self._settled()

    def messages(self) -> list[str]:
        """Return the texts of the channel's messages, oldest first."""
        return self._texts(MESSAGES)

    def last_message(self) -> str:
        """Return the text of the newest message, or an empty text."""
        return next(reversed(self.messages()), "")

    def buttons(self) -> list[str]:
        """Return the labels of all buttons in the channel."""
        return self._texts(f"{MESSAGES} button.component-button")

    def press(self, label: str) -> None:
        """Press the newest button labelled ``label``."""
        self.until(lambda: label in self.buttons())
        self.until(lambda: self._press(f"{MESSAGES} button.component-button", label))
        self._settled()

    def fill(self, text: str) -> None:
        """Fill the form that has opened, and submit it."""
        field = "#modal-root input, #modal-root textarea"
        self.until(lambda: self._type(field, text))
        self.until(lambda: self._press("#modal-root button", "Submit"))
        self.until(lambda: not self._all(field))
        self._settled()

    def command(self, name: str, typed: str) -> None:
        """Choose a slash command, choose the suggestion for `typed` as its option, and send it."""
        self._settled()
        self.until(lambda: self._type("#channel-composer-input", f"/{name}"))
        self.until(lambda: self._choose(".command-entry", f"/{name}"))
        self.until(lambda: self._type("input.command-option-input", typed))
        self.until(lambda: self._choose(".command-suggestion", typed))
        self.until(self._send)
        self.until(lambda: not self._all(".command-row"))
        self._settled()

    def pictures(self) -> list[WebElement]:
        """Return the pictures that have been loaded and drawn, oldest first."""
        loaded = f"{ALL}.filter(image => image.complete && image.naturalWidth > 0)"
        found: list[WebElement] = self._driver.execute_script(
            loaded, f"{MESSAGES} img.gallery-image"
        )
        return found

    def at_the_end(self) -> bool:
        """Return whether the channel is scrolled to the newest message."""
        timeline = self._find("#channel-timeline")
        below = "let t = arguments[0]; return t.scrollHeight - t.scrollTop - t.clientHeight"
        return int(self._driver.execute_script(below, timeline)) <= 1

    def is_whole(self, selector: str) -> bool:
        """Return whether a part of the page is as high as what is in it."""
        below = "return arguments[0].scrollHeight - arguments[0].clientHeight"
        return int(self._driver.execute_script(below, self._find(selector))) <= 0

    def screenshot(self, path: str) -> None:
        self._driver.save_screenshot(path)

    def style(self, *rules: str) -> None:
        """Add rules to the page's style sheet, because the page accepts no other sheet."""
        add = "for (const r of arguments) document.styleSheets[0].insertRule(r, 0)"
        self._driver.execute_script(add, *rules)

    def picture(self, selector: str) -> bytes:
        """Return a PNG of a part of the page, scrolled to the end and with all pictures loaded."""
        self._loaded()
        down = "const t = arguments[0]; t.scrollTop = t.scrollHeight"
        self._driver.execute_script(down, self._find("#channel-timeline"))
        self.until(self.at_the_end)
        shot: bytes = self._find(selector).screenshot_as_png
        return shot

    def post(self, label: str) -> bytes:
        """Return a PNG of the newest message that has buttons and `label` in its text."""
        self._loaded()
        posts = self._all(f"{MESSAGES}:has(button.component-button)")
        shot: bytes = [one for one in posts if label in one.text][-1].screenshot_as_png
        return shot

    def _loaded(self) -> None:
        self.until(lambda: len(self.pictures()) == len(self._all(f"{MESSAGES} img.gallery-image")))

    def until(self, condition: Callable[[], T]) -> T:
        """Return the value of `condition` once it is true.

        Raises TimeoutException, with the text of the page, if it takes longer than `PATIENCE`.
        """
        wait = WebDriverWait(self._driver, PATIENCE, poll_frequency=0.1, ignored_exceptions=PASSING)
        try:
            return wait.until(lambda _: condition())
        except TimeoutException as error:
            error.msg = "The page shows:\n" + self._driver.find_element(By.TAG_NAME, "body").text
            raise

    def _type(self, selector: str, text: str) -> bool:
        self._driver.find_element(By.CSS_SELECTOR, selector).send_keys(text)
        return True

    def _member(self, name: str) -> str:
        options = self._all("#viewer-picker option")
        return next((o.get_attribute("value") or "" for o in options if o.text == name), "")

    def _look_as(self, member: str) -> bool:
        if self._status("viewerId") == member:
            return True
        if self._status("ready"):
            Select(self._driver.find_element(By.ID, "viewer-picker")).select_by_value(member)
        return False

    def _send(self) -> bool:
        button = self._driver.find_element(By.ID, "send-message")
        if not button.is_enabled():
            return False
        button.click()
        return True

    def _press(self, selector: str, label: str) -> bool:
        labelled = f"{ALL}.filter(button => button.innerText.trim() === arguments[1])"
        fitting: list[WebElement] = self._driver.execute_script(labelled, selector, label)
        if not fitting or fitting[-1].get_attribute("aria-disabled") == "true":
            return False
        self._driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", fitting[-1])
        fitting[-1].click()
        return True

    def _choose(self, selector: str, beginning: str) -> bool:
        for choice in self._all(selector):
            if choice.text.startswith(beginning):
                choice.click()
                return True
        return False

    def _settled(self) -> None:
        self.until(lambda: self._status("ready"))

    def _status(self, name: str) -> object:
        """Return a value of the page's own status."""
        return self._driver.execute_script("return window.simcordPreview[arguments[0]]", name)

    def _find(self, selector: str) -> WebElement:
        return self.until(lambda: self._driver.find_element(By.CSS_SELECTOR, selector))

    def _texts(self, selector: str) -> list[str]:
        """Return the texts of all elements by one call, because calls to the browser are slow."""
        texts = f"{ALL}.map(element => element.innerText.trim())"
        found: list[str] = self._driver.execute_script(texts, selector)
        return found

    def _all(self, selector: str) -> list[WebElement]:
        return self._driver.find_elements(By.CSS_SELECTOR, selector)
