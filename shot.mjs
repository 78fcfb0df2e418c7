import { chromium } from '@playwright/test'
const b = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const shots = JSON.parse(process.argv[2])
for (const { name, path, width = 1280, height = 800, dark = false, wait = 4000, act } of shots) {
  const c = await b.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' })
  const p = await c.newPage()
  p.on('pageerror', (e) => console.log(name, 'ERR', String(e).slice(0, 200)))
  await p.goto('http://127.0.0.1:25111/' + path)
  await p.waitForTimeout(wait)
  if (act) await p.evaluate(act)
  await p.screenshot({ path: `/tmp/shot-${name}.png` })
  await c.close()
}
await b.close()
