// The link from a form to the page of the help centre that explains it, opened beside the terminal.

import { useLanguage, useT } from '../i18n/i18n.ts'
import type { HelpTopic } from './routes.ts'

export function HelpLink({ topic }: { topic: HelpTopic }) {
  const t = useT()
  const language = useLanguage()
  return (
    <a
      href={`/${language}/help/${topic}`}
      target="_blank"
      rel="noreferrer"
      className="whitespace-nowrap text-accent underline underline-offset-2"
    >
      {t('shell.learnMore')}
    </a>
  )
}
