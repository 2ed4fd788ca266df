"""Makes the pictures of the studio, light and dark, in chromium: python docs/make_screenshots.py"""

import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent / "studio"
CHROMIUM = "/usr/bin/chromium"
SNAIL = "magic-snail_5_ABC/...../B.C../...../...../...C.&r1c1=-&r1c2=A&r1c3=-&r1c4=B&r1c5=C"
TRID = "trid_5_1..5/._/._/._._/._._./._._._/8_._10_._8/._._._./._._._._8_._./._._._._."
CUBE = (
    "turn-12_24/top_356735869637537564374649/bottom_343574954363596738547975"
    "/front_353748635975458485676439/back_349576573795398457964379"
    "/left_357863653739359498735895/right_348765738453874583769785"
    "&top=14&front=6&left=23&right=4"
)


def hint(page: Page) -> None:
    press(page, "Fill in candidates")
    page.locator("[data-cell=r1c5]").first.click()
    press(page, "Hint")
    press(page, "Tell me why")
    page.get_by_role("button", name="Do it").wait_for()


def edit(page: Page) -> None:
    press(page, "Set a puzzle")
    page.locator("[data-cell='t1.1']").first.click()
    page.get_by_role("heading", name=re.compile("solutions")).wait_for()


def cube(page: Page) -> None:
    page.locator("[role=gridcell][data-cell=left]").first.focus()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


# What each shows: a link, what is done there, how high the window is.
SHOTS = {"hint": (SNAIL, hint, 800), "edit": (TRID, edit, 800), "cube": (CUBE, cube, 860)}


def main() -> None:
    command = [sys.executable, "-m", "caracol", "studio", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name, (link, act, height) in SHOTS.items():
                for scheme, ending in (("light", "png"), ("dark", "dark.png")):
                    page = browser.new_page(
                        viewport={"width": 1200, "height": height},
                        color_scheme=scheme,  # type: ignore[arg-type] # one of those it knows
                    )
                    page.goto(f"{found[0]}#1&{link}")
                    page.locator("[role=gridcell]").first.wait_for()
                    act(page)
                    page.mouse.move(2, 2)
                    page.wait_for_timeout(700)  # until nothing moves
                    shot = Image.open(BytesIO(page.screenshot()))
                    shot.convert("RGB").quantize(128).save(HERE / f"{name}.{ending}", optimize=True)
                    page.close()
            browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
