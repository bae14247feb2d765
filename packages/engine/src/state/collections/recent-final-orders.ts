// The newest final orders and how each ended, so that a cancel that comes too late gets the reason
// (reliability O5).

// They are kept in a ring by order number: an order's place is its number modulo the length, and
// the newer order stays.

/** One final order: its number, its account's, and the place of its status in `orderStatuses`. */
export type Final = { readonly id: number; readonly account: number; readonly status: number }

export type RecentFinalOrders = {
  /** Returns what stands in an order's place; it may be another order, or nothing. */
  readonly at: (id: number) => Final | undefined
  /** Keeps an order in its place, unless a newer one has it. */
  readonly keep: (final: Final) => void
  /** Everything that is kept, by place. */
  readonly all: () => readonly Final[]
}

const finalsKept = 8192

/** The ring itself. */
export class FinalRing implements RecentFinalOrders {
  readonly #id = new Float64Array(finalsKept)
  readonly #account = new Float64Array(finalsKept)
  readonly #status = new Uint8Array(finalsKept)

  at(id: number): Final | undefined {
    const place = id % finalsKept
    const kept = this.#id[place] ?? 0
    if (kept === 0) return undefined
    return { id: kept, account: this.#account[place] ?? 0, status: this.#status[place] ?? 0 }
  }

  keep({ id, account, status }: Final): void {
    const place = id % finalsKept
    if ((this.#id[place] ?? 0) > id) return
    this.#id[place] = id
    this.#account[place] = account
    this.#status[place] = status
  }

  all(): readonly Final[] {
    return Array.from({ length: finalsKept }, (_, place) => this.at(place) ?? []).flat()
  }
}

/** The ring seen through a fork. */
export class ForkedFinalOrders implements RecentFinalOrders {
  readonly #below: RecentFinalOrders
  readonly #kept = new Map<number, Final>()

  constructor(below: RecentFinalOrders) {
    this.#below = below
  }

  at(id: number): Final | undefined {
    return this.#kept.get(id % finalsKept) ?? this.#below.at(id)
  }

  keep(final: Final): void {
    if ((this.at(final.id)?.id ?? 0) <= final.id) this.#kept.set(final.id % finalsKept, final)
  }

  all(): readonly Final[] {
    return Array.from({ length: finalsKept }, (_, place) => this.at(place) ?? []).flat()
  }
}
