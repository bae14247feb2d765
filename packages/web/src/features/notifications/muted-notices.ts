// What a trader may mute by its kind (spec 8): without a toast then, and in the log all the same.

import { notify } from '../../shell/notices.ts'
import { mutedKinds } from '../../stores/preferences.ts'
import type { OrderNotice } from './order-notices.ts'

/** Tells it, unless its kind is muted. */
export function tell({ mute, ...notice }: OrderNotice): void {
  notify({ ...notice, isMuted: mute !== undefined && mutedKinds().includes(mute) })
}
