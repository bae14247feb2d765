// The first thing a visitor meets: the door opens, is guarded, and shows a page that is quiet.

import { expect, takePicture, test } from './house.ts'

test('the exchange says that it is alive and ready', async ({ request }) => {
  expect((await request.get('/health')).ok()).toBe(true)
  expect((await request.get('/ready')).ok()).toBe(true)
})

test('the trade page comes under a strict policy and without complaint', async ({ page }) => {
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
