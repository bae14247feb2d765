// Price updates as command text: `index BTCUSDT 60000 coins BTC 60000`.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8, rateE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { UpdatePrices } from '../../api/commands.ts'
import { decimal, money, take, words, type Line } from './line.ts'

export function pricesText({ prices, coins = [] }: UpdatePrices): string {
  return words(
    'index',
    ...prices.map(({ symbol, indexE8, markE8, forwardE8, volatilityE8 }) =>
      words(
        `${symbol} ${money(BigInt(indexE8))}`,
        markE8 !== undefined && `mark ${money(BigInt(markE8))}`,
        forwardE8 !== undefined && `forward ${money(BigInt(forwardE8))}`,
        volatilityE8 !== undefined && `iv ${money(BigInt(volatilityE8))}`,
      ),
    ),
    coins.length > 0 && 'coins',
    ...coins.map(({ coin, usdE8 }) => `${coin} ${money(BigInt(usdE8))}`),
  )
}

export function takePrices(line: Line): UpdatePrices {
  const prices = []
  while (line.rest.length > 0 && line.rest[0] !== 'coins') {
    const symbol = symbolId(take(line, 'symbol'))
    const indexE8 = takePrice(line)
    const markE8 = takeNamed(line, 'mark')
    const forwardE8 = takeNamed(line, 'forward')
    const volatility = takeNamed(line, 'iv')
    prices.push({
      symbol,
      indexE8,
      ...(markE8 === undefined ? {} : { markE8 }),
      ...(forwardE8 === undefined ? {} : { forwardE8 }),
      ...(volatility === undefined ? {} : { volatilityE8: rateE8(volatility) }),
    })
  }
  if (line.rest.length === 0) return { kind: 'UpdatePrices', prices }
  take(line, 'coins')
  const coins = []
  while (line.rest.length > 0) {
    const coin = take(line, 'coin')
    coins.push({ coin, usdE8: takePrice(line) })
  }
  return { kind: 'UpdatePrices', prices, coins }
}

function takeNamed(line: Line, name: string): PriceE8 | undefined {
  if (line.rest[0] !== name) return undefined
  take(line, name)
  return takePrice(line)
}

const takePrice = (line: Line): PriceE8 => priceE8(Number(decimal(line, take(line, 'price'), 8)))
