import { notifications } from "@mantine/notifications";

/** Says shortly what was done, where the page itself does not show it. */
export function toast(message: string): void {
  notifications.show({ message, withBorder: true });
}
