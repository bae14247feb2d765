// Everything that opens beside its trigger: one part of the page, loaded by popups-on-use.

export { OpenMenu } from './OpenMenu.tsx'
export { OpenPopover } from './OpenPopover.tsx'
export { OpenSelect } from './OpenSelect.tsx'
