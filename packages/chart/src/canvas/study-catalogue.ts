// The indicators on offer, as a host and a saved layout name them: inputs with their defaults, the
// names they go by elsewhere, and where they stand. Nothing here knows the engine.

export const studyNames = ['VOL', 'MA', 'EMA', 'BOLL', 'MACD', 'RSI'] as const

export type StudyName = (typeof studyNames)[number]

export const isStudyName = (name: string): name is StudyName =>
  (studyNames as readonly string[]).includes(name)

export type StudyInputs = Readonly<Record<string, number>>

export type StudyStyles = Readonly<Record<string, string | number | boolean>>

/** One indicator on the chart. */
export type StudySpec = {
  readonly id: string
  readonly name: StudyName
  readonly inputs: StudyInputs
  /** Flat, as TradingView names them: `plot_0.color`, `plot_0.linewidth`. */
  readonly styles: StudyStyles
  readonly isVisible: boolean
}

type StudyEntry = {
  /** The long names under which hosts ask for it, in lower case. */
  readonly aliases: readonly string[]
  /** In the order in which the engine takes them. */
  readonly inputs: StudyInputs
  /** Over the price, or in a pane of its own with this part of the chart's height. */
  readonly place:
    | 'price'
    | { readonly part: number; readonly minPx: number; readonly maxPx: number }
}

export const studyCatalogue: Readonly<Record<StudyName, StudyEntry>> = {
  VOL: {
    aliases: ['volume'],
    inputs: {},
    place: { part: 0.17, minPx: 44, maxPx: 110 },
  },
  MA: {
    aliases: ['moving average', 'moving average simple'],
    inputs: { first: 7, second: 25, third: 99 },
    place: 'price',
  },
  EMA: {
    aliases: ['moving average exponential', 'exponential moving average'],
    inputs: { fast: 12, slow: 26 },
    place: 'price',
  },
  BOLL: {
    aliases: ['bollinger bands'],
    inputs: { length: 20, mult: 2 },
    place: 'price',
  },
  MACD: {
    aliases: ['macd', 'moving average convergence divergence'],
    inputs: { fast: 12, slow: 26, signal: 9 },
    place: { part: 0.2, minPx: 56, maxPx: 140 },
  },
  RSI: {
    aliases: ['relative strength index'],
    inputs: { length: 14 },
    place: { part: 0.18, minPx: 52, maxPx: 130 },
  },
}

/** Returns the study that a host means: by our short name or by a long one, in any case. */
export function studyNamed(name: string): StudyName | undefined {
  const wanted = name.trim().toLowerCase()
  return studyNames.find(
    (one) => one.toLowerCase() === wanted || studyCatalogue[one].aliases.includes(wanted),
  )
}

/**
 * Returns all inputs of a study: those given by name, or by place in a list, where they are numbers
 * above zero, and the defaults for the rest.
 */
export function settledInputs(name: StudyName, given: unknown): StudyInputs {
  const isRecord = typeof given === 'object' && given !== null
  return Object.fromEntries(
    Object.entries(studyCatalogue[name].inputs).map(([key, otherwise], at) => {
      const wish: unknown = isRecord ? Reflect.get(given, Array.isArray(given) ? at : key) : 0
      const isFit = typeof wish === 'number' && Number.isFinite(wish) && wish > 0
      return [key, isFit ? wish : otherwise]
    }),
  )
}

/** Returns what of a record can be a style: plain values only. */
export function settledStyles(given: unknown): StudyStyles {
  if (typeof given !== 'object' || given === null) return {}
  const styles: Record<string, string | number | boolean> = {}
  for (const [key, value] of Object.entries(given)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) styles[key] = value
  }
  return styles
}

/** Whether two states of a study would be drawn alike. */
export function isSameStudy(a: StudySpec, b: StudySpec): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
