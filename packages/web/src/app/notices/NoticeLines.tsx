// The sentences of a notice: one for each event, and the number of omitted ones.

import { useT } from '../../i18n/i18n.ts'
import type { NoticeWords } from '../../shell/notices.ts'

export function NoticeLines({ words }: { words: NoticeWords }) {
  const t = useT()
  return (
    <>
      {words.lines.map((line, place) => (
        <span key={place} className="block">
          {t(line)}
        </span>
      ))}
      {words.left > 0 && (
        <span className="block">{t('notices.andMore', { count: words.left })}</span>
      )}
    </>
  )
}
