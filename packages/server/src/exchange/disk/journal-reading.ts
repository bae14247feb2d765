// Read-only access to the journal's file while another thread or process writes to it.

import type { Journal } from '../journal.ts'
import { JournalStore } from './journal-store.ts'

export type JournalToRead = {
  readonly journal: Pick<Journal, 'lastSeq' | 'prunedSeq' | 'read' | 'refuse' | 'refusals'>
  readonly close: () => void
}

/** Opens the journal in its current state; later appends are not seen. */
export function journalToRead(file: string): JournalToRead {
  const store = new JournalStore(file, { build: '', readOnly: true })
  return {
    journal: {
      lastSeq: store.lastSeq,
      prunedSeq: store.prunedSeq,
      refusals: new Map(store.refusals()),
      async *read(fromSeq) {
        let next = fromSeq
        for (let part = store.read(next); part !== undefined; part = store.read(next)) {
          yield part
          next = part.firstSeq + part.count
        }
      },
      // Only this reader failed on the command, so it must not be refused: the reader stops.
      refuse: (seq, reason) => Promise.reject(new Error(`command ${seq} fails: ${reason}`)),
    },
    close: () => store.close(),
  }
}

/** The hash of all batches in a journal file, hexadecimal. */
export function chainIn(file: string): string {
  const store = new JournalStore(file, { build: '', readOnly: true })
  const chain = Buffer.from(store.chain).toString('hex')
  store.close()
  return chain
}
