// The page's notices as toasts, in the current language.

import { useEffect, useState } from 'react'
import { say, useT } from '../../i18n/i18n.ts'
import { paced } from '../../platform/frames.ts'
import { dismissNotice, noticeWords, onShownNotices, shownNotices } from '../../shell/notices.ts'
import type { Notice } from '../../shell/notices.ts'
import { useToastPlace } from '../../shell/toast-place.ts'
import { Toasts, createToastBoard } from '../../ui/Toasts.tsx'
import type { ToastBoard } from '../../ui/Toasts.tsx'
import { followLink, linkWords } from './notice-links.ts'
import { NoticeLines } from './NoticeLines.tsx'

const MOST_LINES = 3
const PACE_MS = 200

export function NoticeToasts() {
  const t = useT()
  const [board] = useState(() => createToastBoard(dismissNotice))
  useEffect(() => bindNotices(board), [board])
  return <Toasts board={board} label={t('shell.notices')} corner={useToastPlace()} />
}

function bindNotices(board: ToastBoard): () => void {
  let before: readonly Notice[] = []
  const follow = (shown: readonly Notice[]): void => {
    for (const notice of shown) if (!before.includes(notice)) pin(board, notice)
    const ids = new Set(shown.map(({ id }) => id))
    for (const { id } of before) if (!ids.has(id)) board.close(id)
    before = shown
  }
  // Toasts are measured after a change; in a series of changes only the last needs it.
  const following = paced(
    () => follow(shownNotices()),
    () => PACE_MS,
  )
  following.now()
  const stop = onShownNotices(following.request)
  return () => {
    following.cancel()
    stop()
  }
}

function pin(board: ToastBoard, notice: Notice): void {
  const words = noticeWords(notice, MOST_LINES)
  const title = say(words.title)
  const { id, tone, link, assertive } = notice
  board.show({
    id,
    tone,
    title: words.times > 1 ? `${title} ×${words.times}` : title,
    body: words.lines.length === 0 ? undefined : <NoticeLines words={words} />,
    action: link && {
      label: say(linkWords(link)),
      onPress: () => {
        dismissNotice(id)
        followLink(link)
      },
    },
    assertive,
    ...(notice.stays === true ? { durationMs: 0 } : {}),
  })
}
