// Word of a turn arrives while the page is closed: show it, and open the table when it is clicked.
self.addEventListener("push", (event) => {
  const word = event.data?.json() ?? {};
  const shown = self.registration.showNotification("Aiguillage", { body: word.text ?? "", tag: word.link, data: word.link });
  event.waitUntil(shown);
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(self.clients.openWindow(event.notification.data));
});
