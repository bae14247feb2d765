// The most recent final orders with their status, so that a cancel that comes too late gets the
// reason (reliability O5).

// They are stored by order id modulo the length; of two orders at one index the newer stays.

/** A final order: its id, its account's, and the index of its status in `orderStatuses`. */
export type Final = { readonly id: number; readonly account: number; readonly status: number }

export type RecentFinalOrders = {
  /** Returns the entry at an order's index; it may be another order's, or undefined. */
  readonly at: (id: number) => Final | undefined
  /** Stores an order at its index, unless a newer one is there. */
  readonly keep: (final: Final) => void
  /** All entries, by index. */
  readonly all: () => readonly Final[]
}

const finalsKept = 8192

/** The store of the exchange's own state. */
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

/** A fork's copy-on-write view of the store. */
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
