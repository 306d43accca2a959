import type { Page, PageScreenshotOptions } from 'playwright-core';

const attempts = 5;

/** Takes a picture of a page. Chromium refuses occasionally, so retries after the next frame. */
export async function takeScreenshot(page: Page, options: PageScreenshotOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await page.screenshot(options);
      return;
    } catch (error) {
      const isRefused = String(error).includes('Unable to capture screenshot');
      if (!isRefused || attempt === attempts) throw error;
      await page.evaluate<void>(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))',
      );
    }
  }
}
