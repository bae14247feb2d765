// The journal's file for whoever only reads it, while another thread or process writes to it.

import type { Journal } from '../journal.ts'
import { JournalStore } from './journal-store.ts'

export type JournalToRead = {
  readonly journal: Pick<Journal, 'lastSeq' | 'prunedSeq' | 'read' | 'refuse' | 'refusals'>
  readonly close: () => void
}

/** Opens the journal as it stands now; what is appended later is not seen. */
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
      // The exchange did not fail on the command, so it is not refused: whoever reads stops here.
      refuse: (seq, reason) => Promise.reject(new Error(`command ${seq} fails: ${reason}`)),
    },
    close: () => store.close(),
  }
}

/** The hash of all batches in a journal's file, hexadecimal. */
export function chainIn(file: string): string {
  const store = new JournalStore(file, { build: '', readOnly: true })
  const chain = Buffer.from(store.chain).toString('hex')
  store.close()
  return chain
}
