// A page of a history that failed to load: an error for the query library, and the notice about it
// beside rows that are shown.

import type { CallFailure } from '@basis/protocol/envelope'
import { reactTo } from '../../client/error-reactions.ts'
import { message } from '../../i18n/message-keys.ts'

/** A failed page as an error for the query library; `failure` is the reason. */
export class PageFailure extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure) {
    super(failure.message)
    this.name = 'PageFailure'
    this.failure = failure
  }
}

/** The part of a React Query result that is needed. */
type Result = { readonly data: unknown; readonly error: Error | null }

/** Shows the failure as a notice; without rows the panel itself shows it. */
export function reportFailedPage({ data, error }: Result): void {
  if (data === undefined || !(error instanceof PageFailure)) return
  reactTo(error.failure, { title: message('history.failed') })
}
