import type { Page, PageScreenshotOptions } from 'playwright-core';

/** A picture of a page. Chromium refuses one now and then, and takes it when it is asked again. */
export async function takeScreenshot(page: Page, options: PageScreenshotOptions): Promise<void> {
  try {
    await page.screenshot(options);
  } catch (error) {
    if (!String(error).includes('Unable to capture screenshot')) throw error;
    await page.screenshot(options);
  }
}
