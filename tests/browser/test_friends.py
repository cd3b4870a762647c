"""Friends and their devices: what the invitation says, and a seat that moves to a phone."""

from axe import check
from hands import Station
from test_people import Arrive, open_table, start_at_server

from aiguillage.server.web.reach import network_addresses


def test_the_invitation_says_where_it_opens(person: Arrive, station: Station) -> None:
    """A link for this machine only is called that; one click lets the network in and shows the code."""
    host = person()
    open_table(host, "berlin")
    host.page.get_by_text("This link opens on this computer only.").wait_for()
    check(host, "an invitation for this machine")
    if not network_addresses():
        return
    host.page.get_by_role("button", name="Open to this network").click()
    code = host.page.get_by_role("img", name="The link as a QR code")
    code.wait_for()
    code.evaluate("(image) => image.decode()")
    shown = host.page.locator(".invite input").input_value()
    assert network_addresses()[0] in shown
    check(host, "an invitation for the network")
    host.page.close()
    station.stop()  # which closes it to the network again
    station.start()


def test_a_seat_moves_to_a_phone(person: Arrive) -> None:
    desk, phone = person(), person(size="phone")
    start_at_server(desk, "paris")
    desk.go()
    desk.page.get_by_text("your turn").first.wait_for()
    desk.page.get_by_role("button", name="Paris: more").click()
    desk.page.get_by_role("button", name="Continue on another device").click()
    link = desk.page.get_by_label("Continue on another device").input_value()
    assert "#/seat/" in link
    check(desk, "a code for another device")
    phone.page.goto(phone.station.url + "#" + link.partition("#")[2])
    phone.page.get_by_role("button", name="Play here").click()
    phone.page.wait_for_selector("[data-confirm]")
    desk.page.goto(desk.station.url + "#/table/" + link.partition("#/seat/")[2].partition("?")[0])
    desk.page.get_by_text("Tickets stay secret until the count.").wait_for()
    assert desk.page.locator("[data-hand]").count() == 0
