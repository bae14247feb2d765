// The marks with which a language writes numbers, and a number written with them.

/** The number marks of a language. */
export type NumberMarks = {
  /** Between whole digits and fraction. */
  readonly decimal: '.' | ','
  /** Between groups of three digits. */
  readonly group: string
  /** The least number of whole digits that is grouped: Spanish writes 1234 and 12.345. */
  readonly groupFrom: number
}

export const plainMarks: NumberMarks = { decimal: '.', group: ',', groupFrom: 4 }

/** Returns a plain decimal text, possibly an incomplete one, as the language writes it. */
export function shownText(text: string, { decimal, group, groupFrom }: NumberMarks): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d*)(.*)$/s.exec(text) ?? []
  const grouped =
    whole.length < groupFrom ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, () => group)
  return sign + grouped + rest.replace('.', decimal)
}
