// A block trade as command text, in lots and ticks: `block BTCUSDT 10 11 500l @ 650000t`.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { TradeBlock } from '../../api/commands.ts'
import type { BlockTraded } from '../../api/events.ts'
import { take, type Line } from './line.ts'

type Terms = Pick<TradeBlock, 'symbol' | 'buyer' | 'seller' | 'qtyLots' | 'priceTicks'>

const termsText = ({ symbol, buyer, seller, ...terms }: Terms): string =>
  `block ${symbol} ${buyer} ${seller} ${terms.qtyLots}l @ ${terms.priceTicks}t`

export const blockText = (command: TradeBlock): string => termsText(command)

export const blockEventText = (event: BlockTraded): string =>
  `${termsText(event)} closing ${event.closedLots}l`

/** Parses the text of `blockText` after the verb. */
export function takeBlock(line: Line): TradeBlock {
  const symbol = symbolId(take(line, 'symbol'))
  const buyer = accountId(Number(take(line, 'buyer')))
  const seller = accountId(Number(take(line, 'seller')))
  const lots = Number(take(line, 'lots').replace('l', ''))
  take(line, '@')
  const ticks = Number(take(line, 'ticks').replace('t', ''))
  const terms = { qtyLots: qtyLots(lots), priceTicks: priceTicks(ticks) }
  return { kind: 'TradeBlock', symbol, buyer, seller, ...terms }
}
