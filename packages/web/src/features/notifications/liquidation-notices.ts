// Notices of a liquidation, of an auto-deleveraging and of what prevented one: what was closed, the
// price and the result in one sentence, with a link to the reasons.

import { amount } from '@basis/domain/numbers/fixed'
import {
  parseQty,
  priceOfValue,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { parseDecimal, qtyLots } from '@basis/domain/numbers/fixed'
import { decodeAmount } from '@basis/protocol/order'
import type { WireLiquidation } from '@basis/protocol/position'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { formatFor, type Format } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import type { NoticeDraft, NoticeLink } from '../../shell/notices.ts'

type InstrumentOf = (symbol: string) => Instrument | undefined

/**
 * Returns the notices of the steps of one message, or of one moment of a history. They are never
 * muted; one that ended a position is styled as an error, announced at once and stays until closed.
 */
export function liquidationNotices(
  steps: readonly WireLiquidation[],
  instrumentOf: InstrumentOf,
): readonly NoticeDraft[] {
  const closed = Map.groupBy(
    steps.filter(({ step }) => step === 'closed'),
    ({ symbol, positionIdx, cause }) => `${symbol} ${positionIdx} ${cause === 'Adl'}`,
  )
  const isPortfolio = steps.some(({ explanation }) => explanation?.rule === 'portfolioMaintenance')
  const endings = [...closed.values()].flatMap((parts) =>
    closedNotice(parts, instrumentOf, isPortfolio),
  )
  const others = steps.flatMap((step) => stepNotice(step, steps, instrumentOf))
  return [...endings, ...others]
}

/** The link to what may be added or closed; the event does not name the side in hedge mode. */
const helperLink = (symbol: string): NoticeLink => ({
  dialog: { kind: 'marginCall', symbol, positionIdx: 0 },
  words: message('margin.callOpen', { symbol }),
})

/** The link to the reasons: the steps of that moment, with the deciding numbers. */
const whyLink = ({ timeE3, symbol }: WireLiquidation): NoticeLink => ({
  dialog: { kind: 'liquidation', timeMs: timeE3, symbol },
  words: message('notices.why'),
})

/** The parts of a position that were closed together: total size, average price, total result. */
export function closedTogether(parts: readonly WireLiquidation[], instrument: Instrument) {
  let [lots, value, pnl] = [0, 0n, 0n]
  for (const part of parts) {
    const size = parseQty(instrument, part.size)
    lots += typeof size === 'number' ? size : 0
    value += decodeAmount(part.exitValue ?? '0')
    pnl += decodeAmount(part.amount)
  }
  const size = qtyLots(lots)
  const price = priceOfValue(instrument, amount(value), qtyAmount(instrument, size))
  return { size, price, pnl: amount(pnl) }
}

function closedNotice(
  parts: readonly WireLiquidation[],
  instrumentOf: InstrumentOf,
  isPortfolio: boolean,
): readonly NoticeDraft[] {
  const [first] = parts
  const instrument = first === undefined ? undefined : instrumentOf(first.symbol)
  if (first === undefined || instrument === undefined) return []
  const { size, price, pnl } = closedTogether(parts, instrument)
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const isAdl = first.cause === 'Adl'
  const params = {
    symbol: first.symbol,
    size: words.qty(size),
    price: words.priceE8(price),
    pnl: `${words.settle(pnl, { signed: true })} ${instrument.settleCoin}`,
  }
  return [
    {
      keys: [`liquidation ${first.timeE3} ${first.symbol} ${first.positionIdx} ${isAdl}`],
      timeMs: first.timeE3,
      kind: isAdl ? 'deleveraged' : 'liquidation',
      tone: isAdl ? 'warning' : 'failure',
      title: isAdl
        ? message('notices.deleveragedTitle')
        : message(isPortfolio ? 'notices.portfolioLiquidation' : 'msg.title.3'),
      body: message(
        first.side === 'Buy' ? 'notices.liquidationBodyLong' : 'notices.liquidationBodyShort',
        params,
      ),
      many: isAdl
        ? 'msg.manyDeleveraged'
        : isPortfolio
          ? 'notices.portfolioLiquidation'
          : 'msg.manyLiquidated',
      link: whyLink(first),
      stays: true,
      assertive: true,
    },
  ]
}

/** Returns the notices of the other steps: margin added, a loss covered, orders cancelled. */
function stepNotice(
  liquidation: WireLiquidation,
  steps: readonly WireLiquidation[],
  instrumentOf: InstrumentOf,
): readonly NoticeDraft[] {
  const { step, symbol, timeE3 } = liquidation
  const common = {
    keys: [`liquidation ${timeE3} ${step} ${symbol} ${liquidation.amount}`],
    timeMs: timeE3,
    link: whyLink(liquidation),
  }
  switch (step) {
    // The position stays open: its margin was replenished before a liquidation was needed.
    case 'replenished':
      return [
        {
          ...common,
          kind: 'replenished',
          tone: 'warning',
          title: message('notices.replenishedTitle'),
          body: message('notices.replenishedBody', {
            symbol,
            amount: moneyOf(liquidation, instrumentOf(symbol)?.settleCoin ?? 'USDT'),
          }),
          link: helperLink(symbol),
        },
      ]
    case 'lossCovered': {
      const body = message('notices.lossCovered', {
        amount: moneyOf(liquidation, liquidation.coin ?? 'USDT'),
      })
      const title = message('notices.lossCoveredTitle')
      return [{ ...common, kind: 'lossCovered', tone: 'info', title, body }]
    }
    case 'converted': {
      const body = convertedWords(liquidation, formatFor(currentLanguage(), 'utc'))
      const title = message('notices.convertedTitle')
      const link = liquidation.conversion?.cause === 'Liquidation' ? common.link : undefined
      return [{ ...common, link, kind: 'converted', tone: 'warning', title, body }]
    }
    // Spec 8: a liquidation with size 0 uses a zero variant.
    case 'started': {
      const isOf = (other: WireLiquidation): boolean => symbol === '' || other.symbol === symbol
      const hasMore = steps.some(
        (other) => (other.step === 'closed' || other.step === 'replenished') && isOf(other),
      )
      if (hasMore) return []
      const body: Message =
        symbol === ''
          ? message('notices.liquidationZero')
          : message('notices.liquidationZeroOf', { symbol })
      const title = message('notices.ordersCanceledTitle')
      const spoken = { stays: true, assertive: true }
      const link = symbol === '' ? common.link : helperLink(symbol)
      return [{ ...common, link, kind: 'liquidation', tone: 'failure', title, body, ...spoken }]
    }
    // Their figures are in the notice of what was closed.
    case 'closed':
    case 'takenOver':
    case 'deleveraged':
      return []
  }
}

/** Returns what was sold to repay a loan, and why. */
export function convertedWords(liquidation: WireLiquidation, format: Format): Message {
  const { amount: repaid, coin = 'USDT', conversion } = liquidation
  const { cause, sold = '0', soldCoin = '', rate = '0' } = conversion ?? {}
  const params = {
    sold: `${format.decimal(sold, { scale: 8, trimTo: 2 })} ${soldCoin}`,
    repaid: `${format.money(repaid, coin)} ${coin}`,
  }
  if (cause === 'Limit') return message('notices.convertedLimit', params)
  const percent = { units: parseDecimal(rate, 4) ?? 0n, scale: 2 }
  return message('notices.convertedRate', {
    ...params,
    rate: format.percent(percent, { signed: false }),
  })
}

function moneyOf({ amount: text }: WireLiquidation, coin: string): string {
  return `${formatFor(currentLanguage(), 'utc').money(text, coin)} ${coin}`
}
