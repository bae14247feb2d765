// The formulas behind an explanation, in the names of its numbers, so that a reader can recompute
// the compared values.

import type { ContractKind } from '../instrument/contract.ts'
import type { Explanation } from './explanation.ts'

/**
 * The name of the result, and names of numbers, signs, brackets, plain numbers, `min`, `max`,
 * commas.
 */
export type Formula = { readonly result: string; readonly terms: readonly string[] }

type Explained = {
  readonly rule: string
  /** As in the message: decimal text, with a unit after a space. */
  readonly numbers: Readonly<Record<string, string>>
  /** The side of the position, if the explanation is about one. */
  readonly side?: 'Buy' | 'Sell' | undefined
}

/** An option is linear in its premium, but has a band and a delivery of its own (9.1, 9.4). */
export type FormulaKind = ContractKind | 'Spot' | 'Option'

const formula = (result: string, terms: string): Formula => ({ result, terms: terms.split(' ') })

/** The value of a size at a price: × of a linear contract, ÷ of an inverse one (1.2). */
const valueOf = (kind: FormulaKind, price: string): string =>
  kind === 'Inverse' ? `size ÷ ${price}` : `size × ${price}`

/**
 * A profit from values: a long of a linear contract gains as its value rises, and so does a short
 * of an inverse one (1.4).
 */
const profitOf = (kind: FormulaKind, isLong: boolean, exit: string, entry: string): string =>
  isLong === (kind !== 'Inverse') ? `${exit} − ${entry}` : `${entry} − ${exit}`

/**
 * Returns the formulas of an explanation whose numbers are all present. A result may be rounded:
 * prices to ticks, money to 1e-8.
 */
export function formulasOf(explained: Explained, kind: FormulaKind): readonly Formula[] {
  const all = candidates(explained, kind)
  return all.filter(({ result, terms }) =>
    [result, ...terms].every((term) => !isName(term) || explained.numbers[term] !== undefined),
  )
}

const isName = (term: string): boolean => /^[a-z]\w*$/i.test(term) && !/^(min|max)$/.test(term)

function candidates(explained: Explained, kind: FormulaKind): readonly Formula[] {
  switch (explained.rule as Explanation['rule']) {
    case 'crossMaintenance':
      return [
        // 5.6: MB − HL + OL, OL being below 0.
        formula('marginBalance', 'collateral − haircutLoss + orderLoss'),
        ...rateFormula(explained),
      ]
    case 'portfolioMaintenance':
      return [
        formula('marginBalance', 'collateral − haircutLoss + orderLoss'),
        // 10.1: the units' largest losses and contingencies, and the margin of loans.
        formula(
          'maintenanceMargin',
          'maxLoss + shortOption + vegaSpread + deltaSpread + stablecoinSpread + perpFutures + loanMargin',
        ),
        ...rateFormula(explained),
      ]
    case 'isolatedLiquidation':
      return isolatedFormulas(explained, kind)
    case 'takeOver':
      return [
        kind === 'Inverse'
          ? formula('bankruptcyPrice', 'size ÷ bankruptcyValue')
          : formula('bankruptcyPrice', 'bankruptcyValue ÷ size'),
      ]
    case 'lossCovered':
      return [formula('debt', 'byFund + byTreasury')]
    case 'priceAboveBand':
    case 'priceBelowBand':
      return bandFormulas(explained, kind)
    case 'riskLimitExceeded':
      return [formula('value', 'positionValue + openOrderValue + orderValue')]
    case 'insufficientBalance':
    case 'leverageInsufficientBalance':
      return [formula('needed', 'addedMargin + orderLoss + lostCollateral')]
    case 'marginRemovalTooLarge':
      return [formula('max', 'max ( 0 , extraMargin + min ( 0 , unrealisedPnl ) )')]
    default:
      return paymentFormulas(explained, kind)
  }
}

/** Without a balance there is no quotient: the rate is then 100 % (5.6). */
const rateFormula = ({ numbers }: Explained): readonly Formula[] =>
  isPositive(numbers['marginBalance'])
    ? [formula('maintenanceRate', 'maintenanceMargin ÷ marginBalance')]
    : []

const isPositive = (text = ''): boolean => /^\d*\.?\d*[1-9]/.test(text)

function paymentFormulas({ rule, side }: Explained, kind: FormulaKind): readonly Formula[] {
  const isLong = side !== 'Sell'
  switch (rule as Explanation['rule']) {
    case 'fundingPaid':
      return [
        formula('payment', `${isLong ? '− ' : ''}positionValue × fundingRate`),
        formula('positionValue', valueOf(kind, 'markPrice')),
      ]
    case 'sessionPaid':
      return [
        formula('cashFlow', profitOf(kind, isLong, 'markValue', 'sessionValue')),
        formula('markValue', valueOf(kind, 'markPrice')),
      ]
    case 'delivered':
      return [
        formula('pnl', profitOf(kind, isLong, 'deliveryValue', 'entryValue')),
        // An option is worth what it pays, and its fee has a cap (9.4).
        ...(kind === 'Option' ? [] : [formula('deliveryValue', valueOf(kind, 'deliveryPrice'))]),
        formula('fee', 'deliveryValue × feeRate'),
      ]
    case 'pnlClosed':
      return [
        formula('closedPnl', 'tradePnl − openFee − closeFee + funding'),
        formula('tradePnl', profitOf(kind, isLong, 'exitValue', 'entryValue')),
      ]
    default:
      return []
  }
}

/**
 * 5.1: the price at which the margin is down to maintenance; s is + if a rising value gains. Added
 * margin covers slightly more than its amount, because the fee shrinks with it.
 */
function isolatedFormulas({ numbers, side }: Explained, kind: FormulaKind): readonly Formula[] {
  const isLong = side !== 'Sell'
  const minus = isLong === (kind !== 'Inverse') ? '−' : '+'
  const hasExtra = /^[^.]*[1-9]|\.\d*[1-9]/.test(numbers['extraMargin'] ?? '0')
  const extra = hasExtra ? ` ${minus} extraMargin ÷ ( 1 ${minus} takerFee )` : ''
  const deduction = ` ${minus} maintenanceDeduction`
  const left = `( entryValue ${minus} entryValue ÷ leverage${extra}${deduction} )`
  const share = `( 1 ${minus} maintenanceRate )`
  return [
    kind === 'Inverse'
      ? formula('liquidationPrice', `size × ${share} ÷ ${left}`)
      : formula('liquidationPrice', `${left} ÷ ( size × ${share} )`),
    formula('unrealisedPnl', profitOf(kind, isLong, 'markValue', 'entryValue')),
  ]
}

/** 8.2, for spot pairs and contracts; 9.1, for options. */
function bandFormulas({ rule }: Explained, kind: FormulaKind): readonly Formula[] {
  const isBuy = rule === 'priceAboveBand'
  if (kind === 'Option') {
    return isBuy
      ? [formula('maxBuyPrice', 'markPrice + indexPrice ÷ 100')]
      : [formula('minSellPrice', 'max ( indexPrice ÷ 2000 , markPrice − indexPrice ÷ 100 )')]
  }
  const sign = isBuy ? '+' : '−'
  const result = isBuy ? 'maxBuyPrice' : 'minSellPrice'
  const [outer, inner] = isBuy ? ['min', 'max'] : ['max', 'min']
  const of = kind === 'Spot' ? 'indexPrice' : 'markPrice'
  const drift = kind === 'Spot' ? 'averageDrift' : `${inner} ( 0 , averageDrift )`
  const near = `${inner} ( indexPrice , ${of} × ( 1 ${sign} bandX ) + ${drift} )`
  return [formula(result, `${outer} ( ${of} × ( 1 ${sign} bandY ) , ${near} )`)]
}
