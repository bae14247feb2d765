// Shows the page's notices as toasts, in the words of the moment.

import { useEffect, useState } from 'react'
import { say, useT } from '../i18n/i18n.ts'
import { dismissNotice, onShownNotices, shownNotices } from '../shell/notices.ts'
import type { Notice } from '../shell/notices.ts'
import { Toasts, createToastBoard } from '../ui/Toasts.tsx'
import type { ToastBoard } from '../ui/Toasts.tsx'

export function NoticeToasts() {
  const t = useT()
  const [board] = useState(() => createToastBoard(dismissNotice))
  useEffect(() => bindNotices(board), [board])
  return <Toasts board={board} label={t('shell.notices')} />
}

function bindNotices(board: ToastBoard): () => void {
  let before: readonly Notice[] = []
  const follow = (shown: readonly Notice[]): void => {
    for (const notice of shown) if (!before.includes(notice)) pin(board, notice)
    const ids = new Set(shown.map(({ id }) => id))
    for (const { id } of before) if (!ids.has(id)) board.close(id)
    before = shown
  }
  follow(shownNotices())
  return onShownNotices(follow)
}

function pin(board: ToastBoard, notice: Notice): void {
  const title = say(notice.title)
  const isCounted = notice.count > 1 && notice.many === undefined
  board.show({
    id: notice.id,
    tone: notice.tone,
    title: isCounted ? `${title} ×${notice.count}` : title,
    body: notice.body === undefined ? undefined : say(notice.body),
    assertive: notice.assertive,
  })
}
