// The registry of what a saved layout contains: each kind of source (series, studies, drawings)
// writes and reads its own part.

/** The values of a layout: JSON only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonRecord

export type JsonRecord = { readonly [key: string]: Json }

/** One entry of a pane's `sources` (reference: save and load). The order of keys is kept. */
export type SavedSource = JsonRecord & { readonly type: string; readonly id: string }

/** A source with its pane: `p0` is the price pane. */
export type PlacedSource = { readonly pane: string; readonly source: SavedSource }

export const pricePane = 'p0'

/** Saves and reads one kind of source. */
export interface SourceProvider {
  /** Whether the provider reads saved sources of this type. */
  owns(type: string): boolean
  /** Everything to be saved, always in the same order, without what has `disableSave`. */
  save(): readonly PlacedSource[]
  /**
   * Checks all of the provider's sources of a layout (perhaps none) and returns a function that
   * replaces the current ones; undefined refuses the whole layout. Nothing may change before it is
   * called, and calling it must not enter the history.
   */
  read(sources: readonly PlacedSource[]): (() => void) | undefined
}

export class SourceRegistry {
  readonly #providers: SourceProvider[] = []

  /** Adds a provider; its sources are saved after those of earlier providers. */
  add(provider: SourceProvider): void {
    this.#providers.push(provider)
  }

  save(): PlacedSource[] {
    return this.#providers.flatMap((provider) => [...provider.save()])
  }

  /**
   * Returns a function that applies a layout's sources, and the sources without a provider;
   * undefined when a provider refuses its own.
   */
  read(sources: readonly PlacedSource[]): SourceReading | undefined {
    const applications: (() => void)[] = []
    for (const provider of this.#providers) {
      const apply = provider.read(sources.filter(({ source }) => provider.owns(source.type)))
      if (apply === undefined) return undefined
      applications.push(apply)
    }
    return {
      apply: () => applications.forEach((apply) => apply()),
      unknown: sources.filter(({ source }) => !this.#isOwned(source.type)),
    }
  }

  #isOwned(type: string): boolean {
    return this.#providers.some((provider) => provider.owns(type))
  }
}

export type SourceReading = { apply(): void; readonly unknown: readonly PlacedSource[] }
