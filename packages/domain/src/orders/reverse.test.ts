// Reversal by rules 6.4 and the reverse flow of spec 4.
import { expect, test } from 'vitest'
import { qtyLots } from '../numbers/fixed.ts'
import { mayOpenReverse, reversal, type MarketIntent } from './reverse.ts'

const size = qtyLots(300)
const legs = (made: ReturnType<typeof reversal>): readonly [MarketIntent, MarketIntent] => {
  if ('name' in made) throw new Error(made.name)
  return made
}

test('one-way: a market reduce-only close, then the same quantity in the same direction, flags cleared', () => {
  const [close, open] = legs(reversal({ side: 'Buy', sizeLots: size, positionIdx: 0 }))
  expect(close).toEqual({
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    side: 'Sell',
    qtyLots: 300,
    positionIdx: 0,
    reduceOnly: true,
    closeOnTrigger: true,
  })
  expect(open).toEqual({ ...close, reduceOnly: false, closeOnTrigger: false })
})

test('hedge: the second order targets the other positionIdx', () => {
  const [close, open] = legs(reversal({ side: 'Buy', sizeLots: size, positionIdx: 1 }))
  expect([close.positionIdx, open.positionIdx]).toEqual([1, 2])
  expect([close.side, open.side]).toEqual(['Sell', 'Sell'])
  const short = legs(reversal({ side: 'Sell', sizeLots: size, positionIdx: 2 }))
  expect(short.map(({ positionIdx, side }) => [positionIdx, side])).toEqual([
    [2, 'Buy'],
    [1, 'Buy'],
  ])
})

test('D-35: without a full close nothing is opened, and without a position a reversal is refused', () => {
  const [close] = legs(reversal({ side: 'Sell', sizeLots: size, positionIdx: 0 }))
  expect(mayOpenReverse(close, 299)).toBe(false)
  expect(mayOpenReverse(close, 300)).toBe(true)
  const flat = reversal({ side: 'None', sizeLots: qtyLots(0), positionIdx: 0 })
  expect(flat).toMatchObject({ name: 'reduceOnlyWithoutPosition' })
})
