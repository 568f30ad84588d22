import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './browser.mjs';

const port = Number(process.env.RIMAU_TEST_PORT ?? 4319);

export default defineConfig({
  testDir: 'e2e',
  timeout: 180_000, // on a busy machine; a test takes seconds
  workers: 2,
  fullyParallel: true,
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions,
    trace: 'off',
    serviceWorkers: 'block',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: {
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        userAgent: devices['Pixel 5'].userAgent,
      },
    },
  ],
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});
