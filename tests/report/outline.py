"""A page read as a browser would: its tags with their attributes, closed in order, and its text."""

from html.parser import HTMLParser


class Outline(HTMLParser):
    VOID = {"meta", "wbr", "line", "circle", "br"}

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.text = [], [], []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def of(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]
