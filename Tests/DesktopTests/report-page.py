"""Looks at the page of a report in a real browser, and prints what it finds as one JSON object.

usage: report-page.py PAGE SCREENSHOT
"""

import base64
import json
import sys

from selenium import webdriver
from selenium.webdriver import ActionChains
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
    events = browser.find_elements(By.CSS_SELECTOR, "svg.run .event[tabindex]")
    found = {"title": browser.title}
    found["changes"] = len(browser.find_elements(By.CSS_SELECTOR, "svg.run .change"))
    changes = browser.find_elements(By.CSS_SELECTOR, "#map .change")
    browser.execute_script("arguments[0].focus()", changes[0] if changes else events[0])
    found["first"] = reason.text
    browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    found["second"] = reason.text
    pointed = events[len(events) // 2]
    ActionChains(browser).move_to_element(pointed).perform()
    found["pointed"] = reason.text.split() == pointed.get_attribute("aria-label").split()
    found["requests"] = browser.execute_script("return performance.getEntriesByType('resource').length")
    found["messages"] = [entry["message"] for entry in browser.get_log("browser")]
    # What a screen reader is told: the decisions are a table once they are opened.
    browser.execute_script("document.querySelector('details').open = true")
    nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    told = {}
    for node in nodes:
        role = node.get("role", {}).get("value")
        if not node.get("ignored"):
            told.setdefault(role, []).append(node.get("name", {}).get("value", ""))
    found["names"] = len(told["image"]) == len(events) and all(told["image"]) and all(told["graphics-symbol"])
    found["bands"] = [name for name in told["graphics-symbol"] if "in view" in name]
    found["roles"] = {role: len(told.get(role, [])) for role in ("heading", "status", "table", "columnheader")}
    found["labels"] = [name for name in told["group"] if name]
    grounds = []
    for media, scheme in (("screen", "light"), ("screen", "dark"), ("print", "dark")):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        script = "return getComputedStyle(document.body).backgroundColor"
        grounds.append(browser.execute_script(script))
    found["grounds"] = grounds
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_script("document.querySelector('details').open = false")
    # What got in by a mistake would not run.
    for event in events:
        ActionChains(browser).move_to_element(event).perform()
    handlers = "return [...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length"
    found["handlers"] = browser.execute_script(handlers)
    for element, content in (("script", "document.title = 'taken'"), ("style", "body { background: red }")):
        browser.execute_script(
            "const e = document.createElement(arguments[0]); e.textContent = arguments[1]; document.head.append(e)",
            element,
            content,
        )
    found["refused"] = sum("Content Security Policy" in entry["message"] for entry in browser.get_log("browser"))
    found["titleAtEnd"] = browser.title
    phone = {"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    found["phone"] = browser.execute_script("return document.documentElement.scrollWidth")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    found["pages"] = base64.b64decode(browser.print_page()).count(b"/Type /Page\n")
    browser.save_screenshot(screenshot)
    print(json.dumps(found))
finally:
    browser.quit()
