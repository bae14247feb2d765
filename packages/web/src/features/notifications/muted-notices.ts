// Notices that a trader may mute by their kind (spec 8): muted ones show no toast but are logged.

import { notify } from '../../shell/notices.ts'
import { mutedKinds } from '../../stores/preferences.ts'
import type { OrderNotice } from './order-notices.ts'

/** Shows a notice, unless its kind is muted. */
export function notifyUnlessMuted({ mute, ...notice }: OrderNotice): void {
  notify({ ...notice, isMuted: mute !== undefined && mutedKinds().includes(mute) })
}
