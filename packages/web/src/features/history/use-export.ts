// Export of a history: all its pages into one CSV file, with a row count while it runs and a way to
// stop it.

import { useEffect, useRef, useState } from 'react'
import { serverNowMs } from '../../client/connection.ts'
import { reactTo } from '../../client/error-reactions.ts'
import { message } from '../../i18n/message-keys.ts'
import { saveFile } from '../../platform/saved-file.ts'
import { notify } from '../../shell/notices.ts'
import { csvName, csvOf } from './history-csv.ts'
import { askAllPages, questionOf, type HistoryView } from './history-pages.ts'
import type { Wanted } from './use-history.ts'

export type Export = {
  /** The rows loaded so far; undefined while no export runs. */
  readonly count: number | undefined
  readonly start: (page: Document) => void
  readonly stop: () => void
}

/** Returns the export of a history. Leaving the panel stops it. */
export function useExport<View extends HistoryView>(wanted: Wanted<View>): Export {
  const [count, setCount] = useState<number | undefined>(undefined)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const stop = (): void => {
    running.current?.abort()
    running.current = undefined
    setCount(undefined)
  }
  const start = (page: Document): void => {
    if (running.current !== undefined) return
    const control = new AbortController()
    running.current = control
    setCount(0)
    void exportAll(wanted, { page, signal: control.signal, onRows: setCount }).then(() => {
      if (running.current === control) stop()
    })
  }
  return { count, start, stop }
}

// The byte order mark tells spreadsheets that the file is UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

type Work = { page: Document; signal: AbortSignal; onRows: (count: number) => void }

async function exportAll<View extends HistoryView>(
  { view, scope, period }: Wanted<View>,
  { page, signal, onRows }: Work,
): Promise<void> {
  const nowMs = serverNowMs()
  const outcome = await askAllPages(view, questionOf(scope, period, nowMs), { signal, onRows })
  if (signal.aborted) return
  if (!outcome.ok) return reactTo(outcome.error, { title: message('history.exportFailed') })
  const text = csvOf(view, outcome.value)
  saveFile(page, csvName(view, nowMs), new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv' }))
  notify({
    kind: 'export',
    tone: 'success',
    title: message('history.exportDone', { count: outcome.value.length }),
  })
}
