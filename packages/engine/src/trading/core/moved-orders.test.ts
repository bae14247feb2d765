// An order cannot be amended to a price beyond its attached TP/SL (rules 8.5): since the third
// rules the engine refuses it too, as a server may not know the order yet.

import { expect, test } from 'vitest'
import { linear, venue, type Venue } from '../../../testing/example-venue.ts'

function placed(rules: number, words: string): Venue {
  const made = venue(`${linear} fees=0:0`, { rules })
  made.say('index BTCUSDT 100')
  made.trade('carol', 'dave', ['1', '100'])
  made.say(`place alice Buy BTCUSDT 1 ${words} link=x`)
  return made
}

test('a limit order cannot be moved beyond a leg, but up to it', () => {
  const made = placed(3, '@ 90 tp=95 sl=80')
  expect(made.refused('replace alice link=x @ 951t').name).toBe('tpPriceTooLow')
  expect(made.refused('replace alice link=x @ 799t').name).toBe('slPriceTooHigh')
  made.say('replace alice link=x @ 950t')
  made.say('replace alice link=x @ 800t')
})

test('it can together with that leg', () => {
  const made = placed(3, '@ 90 tp=95')
  made.say('replace alice 3 BTCUSDT @ 96 tp=97')
})

test('a smaller quantity is accepted wherever the order is', () => {
  const made = placed(3, '@ 90 tp=95')
  made.say('replace alice link=x 500l')
})

test('a conditional order cannot be moved beyond a leg either', () => {
  const atLimit = placed(3, '@ 112 when=rise:110 tp=115')
  expect(atLimit.refused('replace alice link=x @ 1160t').name).toBe('tpPriceTooLow')
  atLimit.say('replace alice link=x when=1200t')
  const atMarket = placed(3, 'market when=rise:110 tp=115')
  expect(atMarket.refused('replace alice link=x when=1160t').name).toBe('tpPriceTooLow')
})

test('nor can a limit order of a pair', () => {
  const made = venue('BTC/USDT Spot BTC/USDT band=90:90 fees=0:0')
  made.say('index BTC/USDT 100')
  made.say('place alice Buy BTC/USDT 1 @ 90 tp=95 link=x')
  expect(made.refused('replace alice link=x @ 951t').name).toBe('tpPriceTooLow')
})

test('under the second rules the engine accepted it', () => {
  placed(2, '@ 90 tp=95').say('replace alice link=x @ 960t')
})
