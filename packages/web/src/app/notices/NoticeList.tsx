// The list behind the bell: each notice with its time and its link.

import { Bell } from 'lucide-react'
import { serverNowMs } from '../../client/connection.ts'
import type { Format } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { noticeWords, useNoticeLog } from '../../shell/notices.ts'
import type { Notice, NoticeLink, NoticeTone } from '../../shell/notices.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { linkWords } from './notice-links.ts'
import { NoticeLines } from './NoticeLines.tsx'

export function NoticeList({ onFollow }: { onFollow: (link: NoticeLink) => void }) {
  const t = useT()
  const { log } = useNoticeLog()
  return (
    <>
      <h2 className="flex h-10 items-center border-b border-line px-3 text-sm font-semibold">
        {t('shell.noticeLog')}
      </h2>
      {log.length === 0 ? (
        <div className="py-6">
          <EmptyState icon={<Bell />} title={t('shell.noticeLogEmpty')} />
        </div>
      ) : (
        <ul className="max-h-96 overflow-y-auto">
          {log.map((notice) => (
            <LogEntry key={notice.id} notice={notice} onFollow={onFollow} />
          ))}
        </ul>
      )}
    </>
  )
}

const dots: Record<NoticeTone, string> = {
  success: 'bg-good',
  info: 'bg-muted',
  warning: 'bg-warn',
  failure: 'bg-bad',
}

/** The most events of a notice listed one by one; the tables have the rest. */
const MOST_LINES = 10

type LogEntryProps = { notice: Notice; onFollow: (link: NoticeLink) => void }

function LogEntry({ notice, onFollow }: LogEntryProps) {
  const t = useT()
  const format = useFormat()
  const words = noticeWords(notice, MOST_LINES)
  const { link, timeMs } = notice
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-2 border-b border-line px-3 py-2 text-xs last:border-0">
      <span className={classNames('mt-1 size-2 rounded-full', dots[notice.tone])} aria-hidden />
      <span className="font-medium">
        {t(words.title)}
        {words.times > 1 && <span className="text-muted"> ×{words.times}</span>}
      </span>
      <time className="text-2xs text-muted" title={format.dateTime(timeMs)}>
        {momentOf(timeMs, format)}
      </time>
      {words.lines.length > 0 && (
        <span className="col-start-2 text-soft">
          <NoticeLines words={words} />
        </span>
      )}
      {link !== undefined && (
        <button
          type="button"
          className="col-start-2 mt-0.5 touch-target justify-self-start rounded-sm text-xs font-medium text-accent hover:underline"
          onClick={() => onFollow(link)}
        >
          {t(linkWords(link))}
        </button>
      )}
    </li>
  )
}

/** The time for today, else the date. */
const momentOf = (timeMs: number, { date, time }: Format): string =>
  date(timeMs) === date(serverNowMs()) ? time(timeMs) : date(timeMs)
