// The bell: everything the trader was told, newest first, and how much of it is unread.

import { Bell } from 'lucide-react'
import { useT } from '../i18n/i18n.ts'
import { useFormat } from '../i18n/use-format.ts'
import { clearNoticeLog, readNoticeLog, useNoticeLog } from '../shell/notices.ts'
import type { Notice, NoticeTone } from '../shell/notices.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover } from '../ui/Popover.tsx'
import { EmptyState } from '../ui/Skeleton.tsx'

export function NoticeLog() {
  const t = useT()
  const { log, unread } = useNoticeLog()
  return (
    <Popover
      align="end"
      label={t('shell.noticeLog')}
      onOpenChange={(open) => !open && readNoticeLog()}
      className="w-80 p-0!"
      trigger={
        <Button
          variant="ghost"
          aria-label={
            unread === 0 ? t('shell.noticeLog') : t('shell.noticesUnread', { count: unread })
          }
          className="w-8 px-0!"
        >
          <Bell className="size-4" aria-hidden />
          {unread > 0 && (
            <span className="absolute top-1 right-1 size-2 rounded-full bg-accent" aria-hidden />
          )}
        </Button>
      }
    >
      <div className="flex h-10 items-center justify-between border-b border-line pr-2 pl-3">
        <h2 className="text-sm font-semibold">{t('shell.noticeLog')}</h2>
        {log.length > 0 && (
          <Button size="sm" variant="ghost" onClick={clearNoticeLog}>
            {t('shell.noticeLogClear')}
          </Button>
        )}
      </div>
      {log.length === 0 ? (
        <div className="py-6">
          <EmptyState icon={<Bell />} title={t('shell.noticeLogEmpty')} />
        </div>
      ) : (
        <ul className="max-h-96 overflow-y-auto">
          {log.map((notice) => (
            <LogEntry key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </Popover>
  )
}

const dots: Record<NoticeTone, string> = {
  success: 'bg-good',
  info: 'bg-muted',
  warning: 'bg-warn',
  failure: 'bg-bad',
}

function LogEntry({ notice }: { notice: Notice }) {
  const t = useT()
  const format = useFormat()
  const isCounted = notice.count > 1 && notice.many === undefined
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-2 border-b border-line px-3 py-2 text-xs last:border-0">
      <span className={classNames('mt-1 size-2 rounded-full', dots[notice.tone])} aria-hidden />
      <span className="font-medium">
        {t(notice.title)}
        {isCounted && <span className="text-muted"> ×{notice.count}</span>}
      </span>
      <time className="text-2xs text-muted">{format.time(notice.timeMs)}</time>
      {notice.body !== undefined && <span className="col-start-2 text-soft">{t(notice.body)}</span>}
    </li>
  )
}
