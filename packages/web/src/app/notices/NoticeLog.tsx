// The bell: all notices, newest first, and the number of unread ones.

import { Suspense, useState } from 'react'
import { Bell } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { latePart } from '../../platform/load-part.ts'
import { readNoticeLog, useNoticeLog } from '../../shell/notices.ts'
import type { NoticeLink } from '../../shell/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { followLink } from './notice-links.ts'

const NoticeList = latePart(async () => (await import('./NoticeList.tsx')).NoticeList)

export function NoticeLog() {
  const t = useT()
  const { unread } = useNoticeLog()
  const [isOpen, setIsOpen] = useState(false)
  const turn = (open: boolean): void => {
    setIsOpen(open)
    if (!open) readNoticeLog()
  }
  const follow = (link: NoticeLink): void => {
    turn(false)
    followLink(link)
  }
  return (
    <Popover
      align="end"
      label={t('shell.noticeLog')}
      open={isOpen}
      onOpenChange={turn}
      className="w-96 p-0!"
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
      <Suspense fallback={<Skeleton className="m-3 h-8" />}>
        <NoticeList onFollow={follow} />
      </Suspense>
    </Popover>
  )
}
