// The cost of an order computed from the rules only (rules 3.1–3.4, 8.3), in whole 1e-8 units and
// without any of the terminal's own code.

// The journey compares the page and the requests with it.

const unit = 100_000_000n

/** Parses a decimal text into 1e-8 units. */
export function e8(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text.replaceAll(',', ''))
  if (match === null) throw new Error(`${text} is no decimal of at most eight places`)
  return BigInt(match[1] ?? '') * unit + BigInt((match[2] ?? '').padEnd(8, '0'))
}

/** Formats 1e-8 units with this many decimals; throws if they do not suffice. */
export function text(value: bigint, decimals: number): string {
  const step = 10n ** BigInt(8 - decimals)
  if (value % step !== 0n) throw new Error(`${value} has more than ${decimals} decimals`)
  const digits = (value / step).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

export type Kind = 'linear' | 'inverse' | 'spot'
export type Unit = 'Qty' | 'Cost' | 'Value'
export type Side = 'Buy' | 'Sell'

/** The terms of a market; all in 1e-8. */
export type Terms = {
  readonly kind: Kind
  readonly tick: bigint
  readonly lot: bigint
  readonly takerFee: bigint
  /** ×1e8; 1 for spot. */
  readonly leverage: bigint
}

/** The input of the ticket; prices in 1e-8, none for a market order. */
export type Written = {
  readonly side: Side
  readonly unit: Unit
  readonly size: string
  readonly limit: bigint | undefined
  readonly trigger: bigint | undefined
}

/** The best prices and the mark. */
export type Book = { readonly bid: bigint; readonly ask: bigint; readonly mark: bigint }

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/**
 * The price that an order's cost is computed with (3.3, D-18). For a conditional order the trigger
 * replaces either best price, because the book will then be at its trigger.
 */
export function assumedPrice(terms: Terms, written: Written, book: Book): bigint {
  const { side, limit, trigger } = written
  if (limit !== undefined) {
    return side === 'Buy' ? least(limit, trigger ?? book.ask) : most(limit, trigger ?? book.bid)
  }
  if (trigger !== undefined) return trigger
  if (side === 'Sell') return most(book.bid, book.mark)
  return up(book.ask * 10_005n, 10_000n * terms.tick) * terms.tick
}

/** The quantity, 1e-8, down to the lot (3.4). */
export function quantity(terms: Terms, written: Written, price: bigint): bigint {
  const { kind, lot, takerFee: f, leverage: l } = terms
  const size = e8(written.size)
  if (written.unit === 'Qty') return size
  const floor = (top: bigint, bottom: bigint): bigint => (top / (bottom * lot)) * lot
  if (written.unit === 'Value' || kind === 'spot') {
    return kind === 'inverse' ? floor(size * price, unit) : floor(size * unit, price)
  }
  const s = written.side === 'Buy' ? 1n : -1n
  // 2 f L + 1 ∓ s f, in 1e-16.
  const fees = 2n * f * l + unit * unit + (kind === 'inverse' ? s : -s) * f * unit
  return kind === 'inverse'
    ? floor(size * price * l, fees)
    : floor(size * l * unit * unit, price * fees)
}

/**
 * Initial margin, fee to open and fee to close at bankruptcy, 1e-8, up (3.2); for spot the value.
 */
export function cost(terms: Terms, side: Side, qty: bigint, price: bigint): bigint {
  const { kind, takerFee: f, leverage: l } = terms
  if (kind === 'spot') return (qty * price) / unit
  const value = kind === 'inverse' ? (qty * unit + price / 2n) / price : (qty * price) / unit
  const s = side === 'Buy' ? 1n : -1n
  // 1/L + f + (1 ∓ s/L) f = (1 + 2 f L ∓ s f) / L
  const share = unit * unit + 2n * f * l + (kind === 'inverse' ? s : -s) * f * unit
  return up(value * share, l * unit)
}
