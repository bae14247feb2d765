// Orders and positions of an account, encoded for the wire with figures derived from the market.

import type { AlgoKind } from '@basis/domain/algo/order'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { PositionView, Views } from '@basis/engine/views'
import { impliedVolatility } from '@basis/domain/options/black76'
import { encodeGreeks, markFigures, optionInputs, roundedText } from '../options/forwards.ts'
import { encodeOrder, type WireOrder } from '@basis/protocol/order'
import { encodePosition, type WirePosition } from '@basis/protocol/position'

/** Returns the implied volatility at an option order's price, if there is one. */
function orderIv(views: Views, order: Order, instrument: Instrument): string | undefined {
  const inputs = optionInputs(views, instrument)
  if (inputs === undefined) return undefined
  const iv = impliedVolatility((order.priceTicks * instrument.tickSizeE8) / 1e8, inputs)
  return iv === undefined ? undefined : roundedText(iv, 4)
}

/** Encodes an order with the margin that it holds at its position's leverage. */
export function encodeAccountOrder(views: Views, order: Order, instrument: Instrument): WireOrder {
  const isPortfolio = views.accountMode(order.account)?.mode === 'Portfolio'
  const leverageE2 =
    instrument.kind === 'Spot' || isPortfolio
      ? undefined
      : views.leverage(order.account, order.symbol, order.positionIdx)
  return encodeOrder(order, instrument, {
    leverageE2,
    iv: orderIv(views, order, instrument),
    isPortfolio,
    algoKind: runningKind(views, order),
  })
}

/** Returns the kind of the running algorithm that sent an order. */
const runningKind = (
  views: Views,
  { account, algoId }: Pick<Order, 'account' | 'algoId'>,
): AlgoKind | undefined =>
  algoId === undefined
    ? undefined
    : views.algos(account).find(({ id }) => id === algoId)?.terms.kind

/** Returns the kind of an order's algorithm, from the order's record or from the running one. */
export const algoKindOf = (
  views: Views,
  { order, algoKind }: { readonly order: Order; readonly algoKind?: AlgoKind | undefined },
): AlgoKind | undefined => algoKind ?? runningKind(views, order)

/** Encodes a position with its ADL rank, MMR close order, last price and value in USD. */
export function encodeAccountPosition(
  views: Views,
  view: Omit<PositionView, 'tpsl'> & Partial<Pick<PositionView, 'tpsl'>>,
  instrument: Instrument,
): WirePosition {
  const lastTicks = views.symbol(view.position.symbol)?.lastTicks
  const mmrClose = views
    .mmrCloses(view.position.account)
    .find(
      ({ symbol, positionIdx }) =>
        symbol === view.position.symbol && positionIdx === view.position.positionIdx,
    )
  const markE8 = view.markPriceE8
  const inputs = optionInputs(views, instrument)
  const coinUsdE8 = views.collateral(instrument.settleCoin)?.usdE8
  return encodePosition(
    {
      ...view,
      ...(view.position.sizeLots === 0 ? {} : { adlIndicator: views.adlIndicator(view.position) }),
      ...(mmrClose === undefined ? {} : { mmrClose }),
      ...(inputs === undefined ? {} : { greeks: encodeGreeks(markFigures(inputs, { markE8 })) }),
      ...(lastTicks === undefined ? {} : { lastTicks }),
      ...(coinUsdE8 === undefined ? {} : { coinUsdE8 }),
    },
    instrument,
  )
}
