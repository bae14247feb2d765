// Reports a page of a history that failed to load beside rows that are shown.

import { reactTo } from '../../client/error-reactions.ts'
import { message } from '../../i18n/message-keys.ts'
import { PageFailure } from './history-pages.ts'

/** The part of a React Query result that is needed. */
type Result = { readonly data: unknown; readonly error: Error | null }

/** Shows the failure as a notice; without rows the panel itself shows it. */
export function reportFailedPage({ data, error }: Result): void {
  if (data === undefined || !(error instanceof PageFailure)) return
  reactTo(error.failure, { title: message('history.failed') })
}
