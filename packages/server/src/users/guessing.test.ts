// How long sign-ins must wait after wrong passwords, by name, address and device.

import { beforeEach, expect, test } from 'vitest'
import { createGuessing, memoryCounts, type Guess, type Guessing } from './guessing.ts'
import { networkOf } from '../config/networks.ts'

let nowMs = 1_790_000_000_000
let guessing: Guessing
beforeEach(() => {
  guessing = createGuessing({ nowMs: () => nowMs }, memoryCounts())
})

const carl = { name: 'carl', address: '203.0.113.9' }
const waitOf = (guess: Guess): number => {
  const begun = guessing.begin(guess)
  // Counts of one process are available without a promise.
  return typeof begun === 'number' ? begun : 0
}

test('three failures of a name from one address have no wait, then each doubles it, up to a minute', () => {
  expect([1, 2, 3].map(() => waitOf(carl))).toEqual([0, 0, 0])
  const waits = Array.from({ length: 8 }, () => {
    const waitMs = waitOf(carl)
    nowMs += waitMs - 1
    expect(waitOf(carl)).toBe(1)
    nowMs += 1
    expect(waitOf(carl)).toBe(0)
    return waitMs
  })
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

test('guesses from a thousand addresses do not make the owner wait at another address', () => {
  for (let n = 0; n < 1000; n += 1) {
    for (let tries = 0; tries < 4; tries += 1) waitOf({ ...carl, address: `198.51.${n >> 8}.${n}` })
  }
  expect(waitOf(carl)).toBe(0)
})

test('an address that tries many names must wait for all names, another address need not', () => {
  for (let n = 0; n < 20; n += 1) expect(waitOf({ ...carl, name: `name${n}` })).toBe(0)
  expect(waitOf({ ...carl, name: 'one more' })).toBe(1000)
  expect(waitOf({ name: 'one more', address: '203.0.113.10' })).toBe(0)
})

test('a device that has signed in before need not wait when its address must', () => {
  for (let n = 0; n < 40; n += 1) waitOf(carl)
  expect(waitOf(carl)).toBeGreaterThan(0)
  const owner = { ...carl, device: 'laptop' }
  expect(waitOf(owner)).toBe(0)
  // A device has its own limit, so that a stolen one cannot guess without end.
  for (let n = 0; n < 4; n += 1) expect(waitOf(owner)).toBe(0)
  expect(waitOf(owner)).toBe(1000)
  expect(waitOf({ ...owner, device: 'phone' })).toBe(0)
})

test('a right password clears the failures of the name, but not those of the network', async () => {
  for (let n = 0; n < 19; n += 1) waitOf({ ...carl, name: `name${n}` })
  const own = await guessing.begin({ ...carl, name: 'own' })
  if (typeof own !== 'number') await own.wasRight()
  expect(waitOf({ ...carl, name: 'victim' })).toBe(0)
  expect(waitOf({ ...carl, name: 'victim' })).toBe(1000)
})

test('failures expire after fifteen minutes without another', () => {
  for (let n = 0; n < 10; n += 1) waitOf(carl)
  // A moment earlier the three failures still count, and this fourth one doubles the wait.
  nowMs += 15 * 60_000 - 1
  expect([waitOf(carl), waitOf(carl)]).toEqual([0, 2000])
  nowMs += 15 * 60_000
  expect([1, 2, 3].map(() => waitOf(carl))).toEqual([0, 0, 0])
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:0:1:ffff:1:2:3', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
