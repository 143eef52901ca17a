/** Whether an address is one that a browser may be sent to: http and https alone. */
export function isOpenable(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address);
}
