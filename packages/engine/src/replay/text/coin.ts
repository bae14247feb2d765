// A coin's listing as collateral, as one line of command text.

import { amount } from '@basis/domain/numbers/fixed'
import type { ListCoin } from '../../api/commands.ts'
import { decimal, money, take, words, type Line } from './line.ts'

/** Tiers are written as upper bound and ratio: `coin BTC 9800 tiers=10:9800,20:9500`. */
export const coinText = ({ coin, ratioE4, tiers }: ListCoin): string =>
  words(
    `coin ${coin} ${ratioE4}`,
    tiers !== undefined &&
      `tiers=${tiers.map((tier) => `${money(tier.upTo)}:${tier.ratioE4}`).join(',')}`,
  )

export function takeCoin(line: Line): ListCoin {
  const coin = take(line, 'coin')
  const ratioE4 = Number(take(line, 'ratio'))
  const text = line.flags.get('tiers')
  if (text === undefined) return { kind: 'ListCoin', coin, ratioE4 }
  const tiers = text.split(',').map((tier) => {
    const [upTo = '', ratio = ''] = tier.split(':')
    return { upTo: amount(decimal(line, upTo, 8)), ratioE4: Number(ratio) }
  })
  return { kind: 'ListCoin', coin, ratioE4, tiers }
}
