// The number format of prices, volumes and changes. The chart has its own, because it imports no
// other package.

export type NumberText = {
  /** A price with exactly its decimals and grouped digits; `--` if not a finite number. */
  price(value: number, decimals: number): string
  /** A signed price difference. */
  difference(value: number, decimals: number): string
  /** A signed percentage with two decimals, from a ratio: 0.0123 is `+1.23%`. */
  percent(ratio: number): string
  /** A volume in at most five digits and a letter: 12.3K, 4.56M, 7.89B. */
  volume(value: number): string
  /** A rounded volume for axis labels: 4K, 2.5M. */
  roundVolume(value: number): string
  /** Groups the digits of a plain decimal text and uses the locale's decimal sign. */
  regroup(text: string): string
}

const unknownNumber = '--'

const minus = '\u2212'

/** Returns the number of decimals of a symbol's prices, from `pricescale`. */
export function priceDecimals(pricescale: number): number {
  if (!Number.isFinite(pricescale) || pricescale <= 1) return 0
  return Math.min(16, Math.max(0, Math.round(Math.log10(pricescale))))
}

/** A host's deviations from the locale's format. */
export type NumberFormatOptions = {
  readonly decimalSign?: string | undefined
  readonly groupingSeparator?: string | undefined
  /** The host's format of a whole price. */
  readonly price?: ((value: number) => string) | undefined
}

/** Returns the number format of a locale; an unknown locale falls back to English. */
export function numberText(locale: string, options: NumberFormatOptions = {}): NumberText {
  const defaults = separatorsOf(locale)
  const group = options.groupingSeparator ?? defaults.group
  const decimal = options.decimalSign ?? defaults.decimal
  const regroup = (text: string): string => {
    const match = /^([-\u2212]?)(\d+)(?:\.(\d+))?(.*)$/.exec(text)
    if (match === null) return text
    const [, sign = '', whole = '', fraction, tail = ''] = match
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
    const rest = fraction === undefined ? '' : decimal + fraction
    return (sign === '' ? '' : minus) + grouped + rest + tail
  }
  const defaultPrice = (value: number, decimals: number): string =>
    Number.isFinite(value) ? regroup(plain(value, decimals)) : unknownNumber
  const price = (value: number, decimals: number): string =>
    options.price !== undefined && Number.isFinite(value)
      ? options.price(value)
      : defaultPrice(value, decimals)
  const signed = (value: number, text: string): string => {
    if (!Number.isFinite(value)) return unknownNumber
    const needsNoPlus = text.startsWith(minus) || !/[1-9]/.test(text)
    return needsNoPlus ? text : `+${text}`
  }
  return {
    price,
    difference: (value, decimals) => signed(value, defaultPrice(value, decimals)),
    percent: (ratio) => signed(ratio, regroup(`${plain(ratio * 100, 2)}%`)),
    volume: (value) => (Number.isFinite(value) ? regroup(shortened(value)) : unknownNumber),
    roundVolume: (value) =>
      Number.isFinite(value) ? regroup(shortened(value, trimmed)) : unknownNumber,
    regroup,
  }
}

/** Decimal text without exponent and without a minus before zero. */
function plain(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  if (text.includes('e')) return BigInt(Math.round(value)).toString()
  return /[1-9]/.test(text) ? text : text.replace('-', '')
}

const letters = [
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'K' },
] as const

function shortened(value: number, finish: (digits: string) => string = (digits) => digits): string {
  const size = Math.abs(value)
  const step = letters.find(({ from }) => size >= from)
  if (step !== undefined) return finish(significant(value / step.from)) + step.letter
  return trimmed(plain(value, size < 1 ? 4 : size < 100 ? 2 : 1))
}

function significant(value: number): string {
  const size = Math.abs(value)
  return plain(value, size < 10 ? 2 : size < 100 ? 1 : 0)
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function separatorsOf(locale: string): { group: string; decimal: string } {
  const parts = formatFor(locale).formatToParts(1_234_567.8)
  const value = (type: string, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback
  return { group: value('group', ''), decimal: value('decimal', '.') }
}

/**
 * Returns a typed number, with or without the locale's grouping of its digits; undefined if it is
 * none. A point and a comma that do not group are both a decimal sign.
 */
export function readNumber(text: string, locale: string): number | undefined {
  const { group, decimal } = separatorsOf(locale)
  const typed = text.trim().replace(/\s/g, group.trim() === '' ? group : ' ')
  const [whole = '', ...rest] = typed.split(decimal)
  const groups = group === '' ? [whole] : whole.split(group)
  const isGrouped = groups.every((one, at) => (at === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(one))
  const plainText = isGrouped ? [groups.join(''), ...rest].join('.') : typed.replace(',', '.')
  return /^(\d+\.?\d*|\.\d+)$/.test(plainText) ? Number(plainText) : undefined
}

function formatFor(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  } catch {
    // A malformed locale tag must not break the chart.
    return new Intl.NumberFormat('en')
  }
}
