// Triggered alerts, newest first, from the exchange's history.

import { useEffect, useState } from 'react'
import type { WireFiring } from '@basis/protocol/alerts/alert'
import type { CallFailure } from '@basis/protocol/envelope'
import { conditionMessage, valueMessage } from '../../actions/words/alert-words.ts'
import { reactTo } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { usePending } from '../../platform/use-pending.ts'
import { onFirings } from '../../stores/alerts.ts'
import { nameOf } from '../../stores/catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { withNewest, withOlder, type FiringPage } from './firing-pages.ts'

const rows = 50

async function firingsAfter(cursor: string): Promise<FiringPage | CallFailure> {
  const outcome = await ask('alertFirings', { limit: rows, ...(cursor === '' ? {} : { cursor }) })
  if (!outcome.ok) return outcome.error
  return { list: outcome.value.list, next: outcome.value.nextPageCursor }
}

const isPage = (answer: FiringPage | CallFailure | 'failed' | undefined): answer is FiringPage =>
  typeof answer === 'object' && 'list' in answer

export function FiringList() {
  const t = useT()
  const uid = useSession(({ user }) => user?.uid)
  const [page, setPage] = useState<FiringPage | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  const [isLoading, during] = usePending()
  useEffect(() => {
    if (uid === undefined) return undefined
    let isOver = false
    const begin = async (): Promise<void> => {
      const first = await firingsAfter('')
      if (isOver) return
      // On failure the rows already shown stay.
      setPage((before) => {
        if (!isPage(first)) return before ?? 'failed'
        return withNewest(isPage(before) ? before : undefined, first)
      })
    }
    void begin()
    const stop = onFirings(() => void begin())
    return () => {
      isOver = true
      stop()
    }
  }, [uid, attempt])
  const more = async ({ next }: FiringPage): Promise<void> => {
    const older = await during(firingsAfter(next))
    if (!isPage(older)) return reactTo(older, { title: message('history.failed') })
    setPage((now) => (isPage(now) ? withOlder(now, next, older) : now))
  }
  if (uid === undefined) return <EmptyState title={t('alerts.noHistory')} />
  if (page === undefined) return <Skeleton className="h-40" />
  if (page === 'failed') {
    const again = (): void => {
      setPage(undefined)
      setAttempt(attempt + 1)
    }
    return (
      <div role="alert">
        <EmptyState
          title={t('history.failed')}
          action={
            <Button size="sm" onClick={again}>
              {t('shell.retry')}
            </Button>
          }
        />
      </div>
    )
  }
  if (page.list.length === 0) return <EmptyState title={t('alerts.noHistory')} />
  return (
    <>
      <ul aria-label={t('alerts.history')} className="flex flex-col">
        {page.list.map((firing) => (
          <FiringRow key={firing.firingId} firing={firing} />
        ))}
      </ul>
      {page.next !== '' && (
        <Button size="sm" variant="ghost" pending={isLoading} onClick={() => void more(page)}>
          {t('alerts.more')}
        </Button>
      )}
    </>
  )
}

function FiringRow({ firing }: { firing: WireFiring }) {
  const t = useT()
  const format = useFormat()
  const { symbol, figure, operator, level, value, note, timeE3 } = firing
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line py-2 text-sm last:border-0">
      <span className="min-w-0 flex-1 basis-56">
        <span className="font-medium">{nameOf(symbol)}</span>{' '}
        <span className="tabular-nums">
          {t(conditionMessage({ figure, operator, value: level, symbol }))}
        </span>
        {note !== '' && <span className="block text-xs break-words text-soft">{note}</span>}
      </span>
      <span className="text-xs tabular-nums">
        {t('alerts.at', { value: valueMessage(figure, value, symbol) })}
      </span>
      <time className="text-2xs text-muted">{format.dateTime(timeE3)}</time>
    </li>
  )
}
