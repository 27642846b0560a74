using Bogus;

namespace Marketplace.Driver.Data;

/// <summary>
/// Realistic words, drawn once from Bogus with the seed; entities are composed of them. Bogus itself is too slow to be asked for
/// each of millions of entities.
/// </summary>
internal sealed class NamePools
{
    private const int Many = 1_000;
    private const int Few = 100;

    /// <summary>Draws the pools.</summary>
    public NamePools(long seed)
    {
        var faker = new Faker("en") { Random = new Randomizer(Fold(seed)) };
        FirstNames = Draw(Many, () => faker.Name.FirstName());
        LastNames = Draw(Many, () => faker.Name.LastName());
        Streets = Draw(Many, () => faker.Address.StreetName());
        Complements = Draw(Few, () => faker.Address.SecondaryAddress());
        Cities = Draw(Many, () => faker.Address.City());
        States = Draw(Few, () => faker.Address.StateAbbr());
        ZipCodes = Draw(Many, () => faker.Address.ZipCode("#####-###"));
        Companies = Draw(Many, () => faker.Company.CompanyName());
        Products = Draw(Many, () => faker.Commerce.ProductName());
        Categories = Draw(Few, () => faker.Commerce.Department(1));
        Descriptions = Draw(Few, () => faker.Commerce.ProductDescription());
        CardBrands = ["VISA", "MASTERCARD", "AMEX", "ELO", "DISCOVER"];
    }

    /// <summary>Given names.</summary>
    public string[] FirstNames { get; }

    /// <summary>Family names.</summary>
    public string[] LastNames { get; }

    /// <summary>Street names.</summary>
    public string[] Streets { get; }

    /// <summary>Flats and floors.</summary>
    public string[] Complements { get; }

    /// <summary>Cities.</summary>
    public string[] Cities { get; }

    /// <summary>States.</summary>
    public string[] States { get; }

    /// <summary>Postal codes.</summary>
    public string[] ZipCodes { get; }

    /// <summary>Companies.</summary>
    public string[] Companies { get; }

    /// <summary>Product names.</summary>
    public string[] Products { get; }

    /// <summary>Product categories.</summary>
    public string[] Categories { get; }

    /// <summary>Product descriptions.</summary>
    public string[] Descriptions { get; }

    /// <summary>Card brands.</summary>
    public string[] CardBrands { get; }

    private static int Fold(long seed) => (int)(seed ^ seed >> 32);

    private static string[] Draw(int count, Func<string> next)
    {
        var words = new string[count];
        for (var i = 0; i < count; i++)
            words[i] = next();
        return words;
    }
}
