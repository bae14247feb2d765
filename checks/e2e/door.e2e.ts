// The first request of a visitor: health checks, the content security policy, errors while loading,
// and source maps.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, takePicture, test } from './journey.ts'
import { Trader } from './trader.ts'

test('the exchange says that it is alive and ready', async ({ request }) => {
  expect((await request.get('/health')).ok()).toBe(true)
  expect((await request.get('/ready')).ok()).toBe(true)
})

test('the trade page has a strict content security policy and no violations', async ({ page }) => {
  const answer = await page.goto('/trade/usdt/BTCUSDT')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toMatch(/frame-ancestors '(none|self)'/)
  expect(policy).not.toContain('unsafe-eval')
  expect(answer?.headers()['x-content-type-options']).toBe('nosniff')
  await expect(page.getByText('BTCUSDT').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Positions' })).toBeVisible()
  await takePicture(page, 'door')
})

test('an unhandled rejection is logged, and the page goes on', async ({ page, complaints }) => {
  complaints.excuse(/Unhandled rejection/)
  await page.goto('/trade/usdt/BTCUSDT')
  await expect(page.getByRole('tab', { name: 'Positions' })).toBeVisible()
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Unhandled'))
  await page.evaluate(() => void Promise.reject(new Error('nobody minds')))
  expect((await logged).type()).toBe('error')
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('nobody')
  await expect(page.getByRole('tab', { name: 'Positions' })).toBeVisible()
})

test('a part of the page that fails to load is reported and requested again', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/SignInDialog|Failed to load resource|could not be loaded/)
  let failures = 0
  await page.route('**/assets/SignInDialog-*.js', (route) => {
    failures += 1
    return failures === 1 ? route.abort('failed') : route.continue()
  })
  await page.goto('/trade/usdt/BTCUSDT')
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await expect(page.getByText('Part of the page couldn’t be loaded').first()).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  expect(failures).toBe(2)
})

test('the account arrives although the schemas of its messages failed to load once', async ({
  page,
  complaints,
}) => {
  complaints.excuse(/private-messages|Failed to load resource|could not be loaded/)
  let requests = 0
  await page.route('**/assets/private-messages-*.js', (route) => {
    requests += 1
    return requests === 1 ? route.abort('failed') : route.continue()
  })
  const trader = new Trader(page)
  await trader.open('BTCUSDT')
  await trader.getDemoFunds()
  await trader.show('Assets')
  await expect(page.getByRole('tabpanel', { name: 'Assets' })).toContainText('100,000')
  expect(requests).toBe(2)
})

test('source maps are served compressed, without paths of the machine that built them', async ({
  request,
}) => {
  const folder = resolve(import.meta.dirname, '../../packages/web/dist/assets')
  const names = readdirSync(folder).filter((name) => name.endsWith('.map'))
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(text, name).not.toContain(`${resolve(folder, '../../../..')}/`)
    const { sources } = JSON.parse(text) as { sources: readonly string[] }
    expect(sources.filter((source) => /^(?:\/|[a-z]:|file:)/i.test(source))).toEqual([])
  }
  const answer = await request.get(`/trade/usdt/assets/${names[0]}`, {
    headers: { 'accept-encoding': 'br' },
  })
  expect(answer.headers()['content-encoding']).toBe('br')
})
