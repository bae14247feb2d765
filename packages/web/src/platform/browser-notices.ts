// Notices of the browser itself, for when the tab is not looked at: asked for by a press alone, and
// shown where this device has said yes.

import { useSyncExternalStore } from 'react'

/** `unsupported`: this browser has none, or not on this page's origin. */
export type NoticePermission = 'unsupported' | 'default' | 'granted' | 'denied'

function noticePermission(): NoticePermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported'
}

const listeners = new Set<() => void>()
const tell = (): void => listeners.forEach((listener) => listener())

function follow(listener: () => void): () => void {
  listeners.add(listener)
  let status: PermissionStatus | undefined
  // The trader may answer in the browser's own settings.
  void globalThis.navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      status = found
      found.addEventListener('change', tell)
    })
    .catch(() => undefined)
  return () => {
    listeners.delete(listener)
    status?.removeEventListener('change', tell)
  }
}

/** Returns what this device has answered, and paints again when it answers otherwise. */
export const useNoticePermission = (): NoticePermission =>
  useSyncExternalStore(follow, noticePermission)

/** Asks this device; called by a press. */
export async function askForNotices(): Promise<void> {
  if ('Notification' in globalThis) await Notification.requestPermission()
  tell()
}

/**
 * Shows a notice where the tab is hidden and the device has said yes; returns whether it did. Two
 * tabs that tell the same under one tag show it once.
 */
export function showBrowserNotice(told: {
  readonly title: string
  readonly body: string
  readonly tag: string
}): boolean {
  if (noticePermission() !== 'granted' || document.visibilityState !== 'hidden') return false
  try {
    const { title, body, tag } = told
    const notice = new Notification(title, { body, tag, icon: '/basis.svg' })
    notice.addEventListener('click', () => {
      globalThis.focus()
      notice.close()
    })
    return true
  } catch {
    // Some phones know notices from a service worker alone.
    return false
  }
}
