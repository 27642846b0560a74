using Marketplace.Records.Stores.Ycsb;
using Xunit;

namespace Marketplace.Records.Tests;

public sealed class UserDataTests
{
    // As YCSB's own load names its first records.
    [Theory]
    [InlineData(0, "user6284781860667377211")]
    [InlineData(1, "user8517097267634966620")]
    public void Keys_are_those_of_YCSB(long number, string key) => Assert.Equal(key, UserData.Key(number));

    [Fact]
    public void Records_have_ten_fields_of_a_hundred_printable_letters_and_repeat()
    {
        var record = UserData.Record(12_345);
        Assert.Equal(UserData.Fields, record.Fields.Length);
        Assert.All(record.Fields, text => Assert.Equal(FieldText.Length, text.Length));
        Assert.All(record.Fields, text => Assert.DoesNotContain(text, letter => letter is < '!' or > '~' or '"' or '\\'));
        Assert.Equal(UserData.Record(12_345).Fields, record.Fields);
        Assert.Equal(UserData.Fields, record.Fields.Distinct().Count());
    }

    [Fact]
    public void A_text_says_who_wrote_it_and_a_changed_one_says_nothing()
    {
        var (text, mark) = FieldText.Make(long.MaxValue / 3, 9, 1_000_000, 1L << 61);
        Assert.Equal(new FieldMark(long.MaxValue / 3, 9, mark), FieldText.Parse(text));
        for (var i = 0; i < text.Length; i++)
            Assert.Null(FieldText.Parse($"{text[..i]}{(text[i] == '1' ? '2' : '1')}{text[(i + 1)..]}"));
        Assert.Null(FieldText.Parse(text.AsSpan(1)));
        Assert.Null(FieldText.Parse(""));
        Assert.Null(FieldText.Parse(new string('é', FieldText.Length)));
    }

    [Fact]
    public void Fields_are_put_in_order_by_their_names()
    {
        var fields = Enumerable.Range(0, UserData.Fields - 1).Reverse()
            .Select(field => KeyValuePair.Create(UserData.FieldName(field), $"{field}"));
        Assert.Equal(["0", "1", "2", "3", "4", "5", "6", "7", "8", ""], UserData.InOrder(fields.Append(new("other", "x"))));
    }
}
