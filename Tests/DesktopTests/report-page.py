"""Looks at the page of a report in a real browser, and prints what it finds as one JSON object.

usage: report-page.py PAGE SCREENSHOT
"""

import json
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

page, screenshot = sys.argv[1:]
options = webdriver.ChromeOptions()
for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1160,1300"):
    options.add_argument(argument)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
try:
    browser.get("file://" + page)
    reason = browser.find_element(By.ID, "reason")
    events = browser.find_elements(By.CSS_SELECTOR, "svg.run .event")
    found = {"title": browser.title, "events": len(events)}
    found["changes"] = len(browser.find_elements(By.CSS_SELECTOR, "svg.run .change"))
    found["located"] = len(browser.find_elements(By.CSS_SELECTOR, "svg.run .reload:not(.absent)"))
    browser.execute_script("arguments[0].focus()", events[0])
    found["first"] = reason.text
    browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    found["second"] = reason.text
    found["names"] = all(event.get_attribute("aria-label") for event in events)
    found["rows"] = len(browser.find_elements(By.CSS_SELECTOR, "details tbody tr"))
    found["requests"] = browser.execute_script("return performance.getEntriesByType('resource').length")
    found["messages"] = [entry["message"] for entry in browser.get_log("browser")]
    grounds = []
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        script = "return getComputedStyle(document.body).backgroundColor"
        grounds.append(browser.execute_script(script))
    found["grounds"] = grounds
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    found["pages"] = len(browser.print_page()) > 10_000
    browser.save_screenshot(screenshot)
    print(json.dumps(found))
finally:
    browser.quit()
