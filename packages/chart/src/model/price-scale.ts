// The modes of the price scale.

/** In the order in which TradingView numbers them. */
export const scaleModes = ['normal', 'log', 'percent', 'indexed'] as const

export type ScaleMode = (typeof scaleModes)[number]

export const isScaleMode = (value: unknown): value is ScaleMode =>
  scaleModes.some((mode) => mode === value)
